// Preloaded into a child process: ends it when its parent process is gone, however the parent ended.
process.on('disconnect', () => process.exit(0));
