// The game that is open, for everything below it.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { OpenGame } from '../game';

export const Open = createContext<OpenGame | null>(null);

export function useGame(): OpenGame {
  const game = useContext(Open);
  if (!game) throw new Error('no game is open here');
  return game;
}
