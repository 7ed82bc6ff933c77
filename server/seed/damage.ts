import { tmpdir } from 'node:os';
import sharp from 'sharp';
import type { App } from '#server/app.ts';
import { saveUpload, withTemporaryFolder } from '#server/http/uploads.ts';
import { uploadImages } from '#server/products/images/image.ts';
import type { Team } from './people.ts';

const views = [
  '<path d="M560 300l70 20-30 90-80-60z" fill="#6d4c2f"/><path d="M520 290l120 130M600 270l-60 130" stroke="#4b3320" stroke-width="9"/>',
  '<path d="M260 430l120-40 60 70-110 60z" fill="#6d4c2f"/><path d="M250 420l210 110M380 380l-60 160" stroke="#4b3320" stroke-width="9"/>',
];

/** Two photos of a box that was crushed on its way, as the stockist takes them. */
export function photographDamage(app: App, team: Team): Promise<number[]> {
  const transact = <T>(work: Parameters<typeof app.database.transact<T>>[1]) =>
    app.database.transact({ userId: team.owner.userId, businessId: team.businessId }, work);
  return withTemporaryFolder(tmpdir(), async (folder) => {
    const uploads = await Promise.all(
      views.map(async (view, index) =>
        saveUpload(
          folder,
          `caixa ${index + 1}`,
          await sharp(Buffer.from(boxWith(view)))
            .png()
            .toBuffer(),
        ),
      ),
    );
    const transactions = { transact, conclude: transact };
    const { items } = await uploadImages(transactions, app.outside.storage, team.stockist, uploads);
    return items.map((image) => image.id);
  });
}

const boxWith = (view: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
  <rect width="800" height="600" fill="#8d9296"/><rect y="430" width="800" height="170" fill="#6f7478"/>
  <path d="M170 260h460v240H170z" fill="#b98a5a"/><path d="M170 260l60-60h460l-60 60z" fill="#d3a875"/>
  <path d="M630 260l60-60v240l-60 60z" fill="#94693f"/><path d="M380 260h50v240h-50z" fill="#e6d3b0"/>${view}</svg>`;
