// The rule engine as the phone runs it: webapp/rules, the server's own Python files, in MicroPython.
// JSON text goes in and JSON text comes out, since numbers that cross into the runtime are cut to 32 bits.

const HEAP_BYTES = 8 << 20;
const PYTHON_STACK_BYTES = 8 * 1024;

export interface MicroPython {
  FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
  globals: { get(name: string): unknown };
  runPython(source: string): void;
}

export type LoadMicroPython = (options: { url: string; heapsize: number; pystack: number }) => Promise<MicroPython>;

/** Path in the tree ("webapp/rules/check.py") to source. */
export type EngineFiles = Record<string, string>;

/** Start one engine. What it returns answers a request (`{"do": …}`) with `{"ok": …}` or `{"fault": …}`, both as JSON text. */
export async function startEngine(load: LoadMicroPython, url: string, files: EngineFiles): Promise<(request: string) => string> {
  const python = await load({ url, heapsize: HEAP_BYTES, pystack: PYTHON_STACK_BYTES });
  for (const [path, source] of Object.entries(files)) {
    const target = `/lib/${path}`;
    python.FS.mkdirTree(target.slice(0, target.lastIndexOf('/')));
    python.FS.writeFile(target, source);
  }
  python.runPython('from webapp.rules.phone import answer');
  return python.globals.get('answer') as (request: string) => string;
}
