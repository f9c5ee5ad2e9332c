// What PouchDB's own client asks of a server while two phones replicate: documents in, requests out, as JSON, a line each.
// node record.cjs URL BATCH < DOCS: the first phone has them, pushes and pulls; the second has none and pulls.
'use strict';

const PouchDB = require('pouchdb-core')
    .plugin(require('pouchdb-adapter-http'))
    .plugin(require('pouchdb-adapter-memory'))
    .plugin(require('pouchdb-replication'));
const { fetch } = require('pouchdb-fetch');
const { readFileSync } = require('fs');

const [url, batch] = process.argv.slice(2);
const batch_size = Number(batch);

async function phone(name, docs) {
    const recorded = (to, how = {}) => {
        console.log(JSON.stringify([how.method ?? 'GET', to.replace(new URL(url).origin, ''), how.body ?? null]));
        return fetch(to, how);
    };
    const remote = new PouchDB(url, { fetch: recorded });
    const own = new PouchDB(name, { adapter: 'memory' });
    if (docs.length) {
        await own.bulkDocs(docs);
        await own.replicate.to(remote);
        console.log('null');
    }
    await own.replicate.from(remote, { batch_size });
    const { doc_count } = await own.info();
    console.log('null');
    return doc_count;
}

async function main() {
    const docs = JSON.parse(readFileSync(0, 'utf8'));
    await phone('first', docs);
    const pulled = await phone('second', []);
    if (pulled !== docs.length) throw new Error(`${pulled} of ${docs.length} documents came`);
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
