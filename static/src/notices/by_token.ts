// What the referee's app asks of notices: by the phone's token, where a page has its cookie.
import { ask, Refused as No } from '../request';
import { account } from '../session';
import { Refused, type Asks } from './told_server';

export const byToken: Asks = async <Answer>(path: string, method: 'GET' | 'PUT' | 'DELETE' | 'POST', body?: unknown): Promise<Answer> => {
  const named = method === 'PUT' || method === 'DELETE' ? { method } : {};
  try {
    return (await ask<Answer>(path, { ...named, token: account.value?.token ?? null, body })).body!;
  } catch (error) {
    throw error instanceof No ? new Refused(error.status, error.retry_ms / 1_000, error.error) : error;
  }
};
