import { connect } from 'node:net';

/** Sends bytes on a separate socket and returns what was received until the other side closed it. */
export function speak(port: number, chunks: readonly (string | Buffer)[], timeoutMs = 4000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(timeoutMs, done);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    socket.on('end', done).on('error', done);
    for (const chunk of chunks) socket.write(chunk);
  });
}
