// The Python files that the phone's rule engine is made of, read from the tree, with shims for the two
// modules that MicroPython lacks and that mean nothing at run time. Docstrings and comment lines stay at home: they are a
// third of the weight, and a phone has nobody who reads them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SHIMS = {
  '__future__.py': 'annotations = None\n',
  'typing.py': 'TYPE_CHECKING = False\n',
};

const withoutProse = (source) => source.replace(/^([ \t]*)"""[^]*?"""[ \t]*$/gm, '$1""').replace(/^[ \t]*#.*\n/gm, '').replace(/\n{2,}/g, '\n');

/** {path: source} of webapp/rules and the package above it, in order of path. */
export function engineFiles(root) {
  const rules = readdirSync(join(root, 'webapp/rules'), { recursive: true })
    .filter((name) => name.endsWith('.py'))
    .map((name) => `webapp/rules/${name}`);
  const files = { ...SHIMS };
  for (const path of ['webapp/__init__.py', ...rules.sort()]) files[path] = withoutProse(readFileSync(join(root, path), 'utf8'));
  return files;
}
