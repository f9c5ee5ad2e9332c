// The Worker that the rule engine runs in. Requests come in as {id, text}, answers go out as {id, text} or
// {id, error}. It may hang for ever, as the runtime does on a fatal error: rules.ts then starts another.
/// <reference lib="webworker" />
import { startEngine, type EngineFiles, type LoadMicroPython } from './engine';

export {};
declare const self: DedicatedWorkerGlobalScope;
declare const ENGINE_URL: string;
declare const RUNTIME_URL: string;
declare const WASM_URL: string;

const started = start();
started.catch(() => undefined); // told to whoever asks

async function start() {
  const [files, runtime] = await Promise.all([
    fetch(ENGINE_URL).then((response) => response.json() as Promise<EngineFiles>),
    import(RUNTIME_URL) as Promise<{ loadMicroPython: LoadMicroPython }>,
  ]);
  return startEngine(runtime.loadMicroPython, new URL(WASM_URL, self.location.origin).href, files);
}

self.addEventListener('message', async ({ data }: MessageEvent<{ id: number; text: string }>) => {
  try {
    const answer = await started;
    self.postMessage({ id: data.id, text: answer(data.text) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
});
