/**
 * Stands in for `zod` in the browser's build (vite.config.ts). Endpoints are needed on every screen, their schemas only
 * where a form is checked, and the library is a fifth of what a screen may weigh. So a schema is noted down here as it
 * is declared, and built by the real library once a form asks for it.
 */
type Build = () => unknown;

const buildOf = Symbol('build');
let library: unknown;

/** What stands for a value that is made when the library is there: it can be read, called and passed on meanwhile. */
function noted(build: Build): unknown {
  let made: { value: unknown } | undefined;
  const make: Build = () => {
    made ??= { value: build() };
    return made.value;
  };
  return new Proxy(() => undefined, {
    get(_target, key) {
      if (key === buildOf) return make;
      if (library === undefined) return noted(() => read(make(), key));
      return read(make(), key);
    },
    // Spread into another schema's fields it would add none, and what it has would be refused as unknown.
    ownKeys() {
      if (library === undefined) throw new Error('A schema that is not built yet cannot be spread.');
      return Reflect.ownKeys(Object(make()));
    },
    apply(_target, _self, values: unknown[]) {
      return library === undefined ? noted(() => invoke(make(), values)) : invoke(make(), values);
    },
  });
}

function read(owner: unknown, key: PropertyKey): unknown {
  const value: unknown = Reflect.get(Object(owner), key);
  return typeof value === 'function' ? value.bind(owner) : value;
}

function invoke(made: unknown, values: unknown[]): unknown {
  return typeof made === 'function' ? made(...values.map(build)) : undefined;
}

/** Arguments hold noted values inside lists and shapes; what the caller wrote as a function stays as it is. */
function build(value: unknown): unknown {
  if (typeof value === 'function') return isNoted(value) ? (Reflect.get(value, buildOf) as Build)() : value;
  if (Array.isArray(value)) return value.map(build);
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, build(inner)]));
  return value;
}

function isNoted(value: object): boolean {
  return typeof Reflect.get(value, buildOf) === 'function';
}

export const z = noted(() => library);

/** Brings the library; until then a schema must not be asked to check anything. */
export async function loadSchemas(): Promise<void> {
  library ??= (await import('zod/v4')).z;
}
