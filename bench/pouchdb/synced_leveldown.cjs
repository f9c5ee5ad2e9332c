// LevelDB that answers a write only once it is on disk. pouchdb-server as it comes leaves that to the kernel.
'use strict';

const LevelDown = require('leveldown');

class SyncedLevelDown extends LevelDown {
    _put(key, value, options, callback) {
        super._put(key, value, { ...options, sync: true }, callback);
    }

    _del(key, options, callback) {
        super._del(key, options, callback);
    }

    _batch(operations, options, callback) {
        super._batch(operations, { ...options, sync: true }, callback);
    }
}

module.exports = (location) => new SyncedLevelDown(location);
module.exports.destroy = LevelDown.destroy;
