import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** What every answer says to the browser: the same for all, so it is worked out once. */
export function securityHeaders(options: { websockets: boolean }): Record<string, string> {
  const headers: Record<string, string> = {};
  const told = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  const tell = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets sizes and positions through style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: options.websockets ? ["'self'", 'ws:'] : ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
    hsts: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  tell({} as IncomingMessage, told as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
