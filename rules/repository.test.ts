import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpointsByEntity } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { permissionNames } from '#contract/permissions.ts';
import { areas } from './areas.ts';
import { places, repositoryFiles, root, sources } from './files.ts';

const endpoints = Object.entries(endpointsByEntity).flatMap(([entity, acts]) =>
  Object.entries(acts).map(([act, endpoint]) => ({ name: `${entity}.${act}`, endpoint })),
);
const code = sources(/^(contract|server|web|sandbox|e2e|rules|bench|fuzz|faults|tools)\/.*\.(ts|tsx|mjs)$/);
const product = code.filter(
  ({ path }) =>
    /^(contract|server|web)\//.test(path) &&
    !/\.test\.tsx?$|^server\/test\/|\/factory\.ts$|-model\.ts$|\/invariants\.ts$/.test(path),
);
const generated = /^server\/db\/types\.ts$/;
const machinery = [
  'across',
  'messages',
  'http',
  'db',
  'jobs',
  'outside',
  'seed',
  'test',
  'ui',
  'layouts',
  'public',
];
/** Rules that act for the other side of a trade. */
const edges = [
  'server/db/transaction.ts',
  'server/inventory/reservations.ts',
  'server/orders/sale/advance.ts',
  'server/orders/returns/expect-return.ts',
  'server/orders/substitutes/refused-sale.ts',
  'server/orders/sale/cancel.ts',
  'server/orders/sale/follow-lines.ts',
  'server/orders/checkout/changed-sale.ts',
  'server/orders/sale/composition.ts',
  'server/orders/checkout/dispatch-stock.ts',
  'server/orders/sync/upstream.ts',
  // A stock count finds fewer units than are reserved for sales of any seller.
  'server/inventory/withdraw-reservations.ts',
  'server/orders/sale/withdraw.ts',
  // A parcel that left unpacked is removed from the picking list of its picker.
  'server/orders/sale/apply-shipment.ts',
  // A guest's address opens one request of one business.
  'server/supply/printable.ts',
  // The seller's invoice repeats the codes of the goods in the supplier's.
  'server/orders/fiscal/taxed-goods.ts',
];

describe('endpoints', () => {
  test('each method and path is bound once', () => {
    const seen = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`);
    expect(seen.filter((line, index) => seen.indexOf(line) !== index)).toEqual([]);
  });

  test('each is named after the entity and the operation under which it is exported', () => {
    expect(endpoints.filter(({ name, endpoint }) => endpoint.name !== name).map(({ name }) => name)).toEqual(
      [],
    );
  });

  test('each names a permission of the table, or the other callers it allows', () => {
    const known = [...permissionNames, 'public', 'signed-in', 'second-factor'];
    expect(
      endpoints.filter(({ endpoint }) => !known.includes(endpoint.permission)).map(({ name }) => name),
    ).toEqual([]);
  });

  test('every permission is named by an endpoint or a screen', () => {
    const text = product.map((file) => file.text).join('\n');
    const unused = permissionNames.filter((permission) => text.split(`'${permission}'`).length <= 2);
    expect(unused).toEqual([]);
  });

  test('each is called by a test', () => {
    const tests = sources(/\.(test|e2e)\.tsx?$/)
      .map((file) => file.text)
      .join('\n');
    expect(
      endpoints
        .filter(
          ({ name }) =>
            !name.endsWith('.export') && !new RegExp(`\\b${name.replace('.', '\\.')}\\b`).test(tests),
        )
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test('no GET changes anything or takes a body', () => {
    expect(
      endpoints.filter(({ endpoint }) => endpoint.method === 'GET' && (endpoint.body || endpoint.files)),
    ).toEqual([]);
  });
});

describe('the tree', () => {
  test('the same areas exist in every folder', () => {
    for (const folder of ['contract', 'server', 'web']) {
      const found = readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
      expect(
        found.filter((name) => !areas.some((area) => area === name) && !machinery.includes(name)),
        folder,
      ).toEqual([]);
    }
  });

  test('no file has more than 500 lines', () => {
    const long = code.filter(
      ({ path, lines }) => lines.length > 501 && !generated.test(path) && !/\/messages\//.test(path),
    );
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([]);
  });

  test('no any, no double cast, nothing unfinished', () => {
    const files = code.filter(({ path }) => !generated.test(path) && path !== 'rules/repository.test.ts');
    expect(places(files, /[\w)\]?]:\s*any\b(?! \w)|<any>|as any\b|as unknown as/)).toEqual([]);
    expect(places(files, /\b(TODO|FIXME|XXX|HACK)\b|[Cc]oming soon|[Nn]ot implemented/)).toEqual([]);
  });

  test('no test is skipped and none sleeps', () => {
    const tests = sources(/\.(test|e2e)\.tsx?$|^e2e\//).filter(({ path }) => !path.startsWith('rules/'));
    expect(places(tests, /\.(skip|only|todo|fixme)\(|waitForTimeout|setTimeout\(/)).toEqual([]);
  });

  test('no meaningless names', () => {
    expect(
      repositoryFiles().filter((path) =>
        /(^|\/)(manager|helpers?|utils?|base|misc|common|shared)\.\w+$/i.test(path),
      ),
    ).toEqual([]);
  });

  test('no file refers to a place outside the repository', () => {
    const links = repositoryFiles().filter((path) =>
      lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink(),
    );
    expect(links).toEqual([]);
  });

  test('the lock file has no download addresses', () => {
    expect(places(sources(/^package-lock\.json$/), /"resolved": *"http/)).toEqual([]);
  });
});

describe('boundaries', () => {
  const tests = /\.(test|e2e)\.tsx?$|^e2e\/|^rules\/|^bench\/|^server\/test\/|^tools\//;
  test('the server imports neither browser nor sandbox, the sandbox and the contract import nothing of them', () => {
    const of = (folder: string) =>
      code.filter(({ path }) => path.startsWith(`${folder}/`) && !tests.test(path));
    expect(places(of('server'), /from '#(web|sandbox)\//)).toEqual([]);
    expect(places(of('sandbox'), /from '(#|(\.\.\/)+)(web|server|contract)\//)).toEqual([]);
    expect(places(of('web'), /from '#(server|sandbox)\//)).toEqual([]);
    expect(places(of('contract'), /from '(#|node:)/)).toEqual([]);
  });

  test('a screen has no schema but the one that its form loads, because the build keeps schemas apart', () => {
    const screens = product.filter(({ path }) => /^web\/(?!test\/|without-eval)/.test(path));
    expect(
      places(
        screens,
        /^import (?!type ).*from 'zod'|\.(body|query|params|response)\??\.(shape|options|element)\b/,
      ),
    ).toEqual([]);
  });

  test('the stand-in of a marketplace does not know another marketplace', () => {
    const folders = ['mercado-livre', 'nuvemshop', 'shopee'];
    const strangers = folders.flatMap((folder) =>
      places(
        code.filter(({ path }) => path.startsWith(`sandbox/${folder}/`)),
        new RegExp(`from '.*/(${folders.filter((other) => other !== folder).join('|')})/`),
      ),
    );
    expect(strangers).toEqual([]);
  });

  test('each concern has one place', () => {
    const outside = (home: RegExp) => product.filter(({ path }) => !home.test(path));
    // time
    expect(places(outside(/^contract\/dates\.ts$/), /Date\.now\(|new Date\(\)/)).toEqual([]);
    // money
    expect(
      places(
        outside(/^contract\/money\.ts$/),
        /Intl\.NumberFormat\([^)]*currency|[cC]entavos\)? ?[*/] ?100\b|\.toFixed\(2\)|R\$ ?['"`]? ?\+|R\$ \$\{/,
      ),
    ).toEqual([]);
    // figures
    expect(
      places(
        outside(
          /^contract\/(money|figures)\.ts$|^web\/supply\/requests\/workbook\.ts$|^server\/http\/export\.ts$/,
        ),
        /Intl\.NumberFormat|\.toLocaleString\(|replace\('\.', ','\)|decimalSeparator="/,
      ),
    ).toEqual([]);
    // numbers and dates of the screens: by language, each in one file
    expect(
      places(
        product.filter(({ path }) => path.startsWith('web/')),
        /\bIntl\.(?!PluralRules)|\.toLocale\w*String\(|\.toFixed\(|\.toPrecision\(|<NumberInput\b|\.to(Date|Time|UTC|GMT)String\(/,
      ),
    ).toEqual([]);
    // a bare number in a cell has no thousands of the reader's language
    expect(
      places(
        product.filter(({ path }) => /^web\/.*\.tsx$/.test(path)),
        /(^\s*|>|cell: \(row\) => )\{?(row|line|item|part|volume|stop)\.(quantity|units|parcels|attempts|volumes|publications|counted|wanted|registered\w+|sold\d*|stocked\d*|\w+Count|\w+Quantity)( \?\? '\?')?(\}|,$)/,
      ),
    ).toEqual([]);
    expect(
      places(
        outside(/^contract\/(money|figures|dates)\.ts$|^web\/translate\.ts$/).filter(
          ({ path }) => !path.startsWith('sandbox/'),
        ),
        /\bIntl\./,
      ),
    ).toEqual([]);
    // the browser's only fetch (api.ts and the repeats around it, beside the build manifest), the server's only way out (beside waiting for the stand-in and the visits that the demo pays it)
    expect(
      places(
        outside(
          /^web\/(api|http|reload)\.ts$|^server\/outside\/http\.ts$|^server\/(sandbox-process|seed\/(market|shop))\.ts$/,
        ),
        /(^|[^.\w])fetch\(/,
      ),
    ).toEqual([]);
    // the margin of a stored price, which is kept before the tax on the sale: read at one place, and written only so
    expect(
      places(
        outside(/^server\/(db\/types|advertisements\/margin\/margin-sql)\.ts$/).filter(
          ({ path }) => path !== 'server/advertisements/publication/publication-republish.ts',
        ),
        /margin_basis_points(?!: (storedMargin|marginBeforeTax)\(| = n\."marginBasisPoints" \+ n\."taxBasisPoints")/,
      ),
    ).toEqual([]);
    // environment
    expect(places(outside(/^server\/env\.ts$/), /process\.env\b/)).toEqual([]);
    // transactions
    expect(places(outside(/^server\/db\/transaction\.ts$/), /\.transaction\(\)/)).toEqual([]);
    // screens' URLs
    const screens = product.filter(
      ({ path }) => /^web\//.test(path) && !/^web\/(paths|routes)\.tsx?$/.test(path),
    );
    const starts =
      'advertisements|auth|billing|business|checkout|dropship-item|dropshipping|inventory|marketplaces|orders|picking|plans|products|stepper|supply|user';
    expect(places(screens, new RegExp(`(to|href|navigate\\()=?\\{?["'\`(]?/(${starts})(/|["'\`])`))).toEqual(
      [],
    );
  });

  test('a screen writes amounts that no line break divides; only what is sent or copied, and a cell that never wraps, has the plain ones', () => {
    const plain =
      /^web\/(quantity\.ts|test\/.*|ui\/page\/values\.tsx|dropshipping\/invoices\/PixPanel\.tsx|marketplaces\/(chats\/template-values\.ts|questions\/AnswerForm\.tsx))$/;
    const screens = product.filter(({ path }) => path.startsWith('web/') && !plain.test(path));
    expect(places(screens, /\bformatMoney\b/)).toEqual([]);
  });

  test('only the rules that own such a relation act for the other side of a trade', () => {
    const users = product.filter(({ text }) => /\basBusiness\(/.test(text)).map(({ path }) => path);
    expect(users.filter((path) => !edges.includes(path))).toEqual([]);
  });
});

describe('stories in the browser', () => {
  test('each has mailboxes of its own, because all of them register at one product', () => {
    const used = code
      .filter(({ path }) => /\.e2e\.ts$/.test(path))
      .flatMap(({ path, text }) => {
        const floors = [...text.matchAll(/\b(openFloor|openShelf)\(browser, ['`]([^'`]+)/g)].flatMap(
          ([, opens, name]) => [
            `fornecedor-${name}@example.com`,
            ...(opens === 'openFloor' ? [`vendedor-${name}@example.com`] : []),
          ],
        );
        const entered = [...text.matchAll(/['`]([^\s'`]+@example\.com)/g)].map(([, address = '']) => address);
        return [...floors, ...new Set(entered)].map((address) => ({ address, path }));
      });
    const twice = used.filter(
      ({ address }, index) => used.findIndex((one) => one.address === address) !== index,
    );
    expect(used.length).toBeGreaterThan(60);
    expect(twice).toEqual([]);
  });
});

describe('languages', () => {
  test('both catalogues have the same keys, and no text is empty', () => {
    const keys = (tree: object, prefix = ''): string[] =>
      Object.entries(tree).flatMap(([key, value]) =>
        typeof value === 'string'
          ? [`${prefix}${key}${value === '' ? ' (empty)' : ''}`]
          : keys(value, `${prefix}${key}.`),
      );
    expect(keys(messages.en)).toEqual(keys(messages.pt));
    expect(keys(messages.pt).filter((key) => key.endsWith('(empty)'))).toEqual([]);
  });
});

describe('documents', () => {
  test('the README has at most 150 lines and each decision at most 30', () => {
    expect(existsSync(join(root, 'README.md'))).toBe(true);
    const [readme] = sources(/^README\.md$/);
    expect(readme?.lines.length).toBeLessThanOrEqual(150);
    const long = sources(/^docs\/decisions\/\d.*\.md$/).filter(({ lines }) => lines.length > 31);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});
