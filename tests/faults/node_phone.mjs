// A phone in Node: commands come as JSON lines on standard input, what it says goes out as JSON lines.
//
//   node node_phone.mjs BUNDLE NAME ORIGIN STORAGE
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { keepOnDisk } from './kept_on_disk.mjs';

const [bundle, name, origin, storage] = process.argv.slice(2);
Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'Android' }, configurable: true });
Object.assign(globalThis, { document: { visibilityState: 'visible', addEventListener() {}, querySelector: () => null }, addEventListener() {} });
const { jump, obey, openDatabase, takeOver } = await import(pathToFileURL(bundle).href);
await keepOnDisk(storage, openDatabase);
takeOver(name, origin);

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { seq, ...command } = JSON.parse(line);
  if (command.do === 'jump') jump(command.ms);
  void (command.do === 'jump' ? Promise.resolve({}) : obey(command)).then((said) => say({ seq, ...said }));
}
process.exit(0);
