// Preloaded into a child process: it ends when the process that started it is gone, however that went.
process.on('disconnect', () => process.exit(0));
