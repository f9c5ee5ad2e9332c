// A page that was on its way while its first service worker took over is not taken along, and would stay without one until
// it is opened anew: parts of the app that come later would need the network, and a tap on a notice a window of its own.

/** Come under the worker in charge, once there is one. */
export async function comeUnderWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage({ do: 'take along' });
}
