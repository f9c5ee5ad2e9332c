// The screen stays awake while a game is open, where the browser lets it.

/** Keep the screen on; the answer lets it sleep again. */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let lock: WakeLockSentinel | null = null;
  const take = () => {
    if (document.visibilityState !== 'visible') return;
    navigator.wakeLock.request('screen').then(
      (taken) => { lock = taken; },
      () => { lock = null; }, // refused on a low battery: the game goes on without it
    );
  };
  take();
  document.addEventListener('visibilitychange', take);
  return () => {
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}
