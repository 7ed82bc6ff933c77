import { Anchor, Button, Group, Loader, Paper, Radio, Stack, Text } from '@mantine/core';
import { IconLink, IconRefresh, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type AccountListings,
  type RemoteListing,
  remoteListingFilter,
  remoteListingSorts,
} from '#contract/advertisements/publication-link.ts';
import { formatInstant } from '#contract/dates.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { formatQuantity, writeMoney } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Money, Quantity } from '../../ui/page/values.tsx';
import cells from '../../ui/table/cells.module.css';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column, SortKey } from '../../ui/table/data-table.ts';
import { useListState } from '../../ui/table/list-state.ts';
import LinkManyDialog from './LinkManyDialog.tsx';
import { MatchBadge } from './MatchBadge.tsx';
import { SuggestedQuantity } from './SuggestedQuantity.tsx';

type Choices = ResponseOf<typeof api.publications.findLink>['choices'];
type ChooseProps = {
  account: AccountListings;
  /** True while an ad is looked up at the marketplace. */
  opening: boolean;
  wanted: string;
  open: (link: string) => Promise<void>;
  choices: Choices;
};

/** Step 2: one ad by its link or code, or any number of ads that are not linked yet. */
export function ChooseStep({ account, opening, wanted, open, choices }: ChooseProps) {
  const { t } = useTranslation('advertisements');
  const [link, setLink] = useState(wanted);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (link.trim()) void open(link);
  };
  return (
    <Stack>
      <Paper component="form" onSubmit={submit} aria-label={t('existing.byLink')}>
        <Group align="end" gap="sm">
          <div style={{ flex: '1 1 260px' }}>
            <TextField
              label={t('linking.link')}
              placeholder={account.adExample}
              value={link}
              onChange={setLink}
              maxLength={600}
            />
          </div>
          <Button
            type="submit"
            variant="default"
            loading={opening}
            disabled={link.trim() === ''}
            leftSection={<IconSearch size={16} aria-hidden />}
          >
            {t('linking.find')}
          </Button>
        </Group>
        {choices.length > 0 && (
          <Radio.Group mt="sm" label={t('linking.choose')} onChange={(item) => void open(item)}>
            <Stack gap={6} mt={6}>
              {choices.map((choice) => (
                <Radio
                  key={choice.remoteItem}
                  value={choice.remoteItem}
                  label={[choice.name, choice.price !== null && writeMoney(choice.price)]
                    .filter(Boolean)
                    .join(' · ')}
                  description={choice.remoteItem}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Paper>
      <UnlinkedAds account={account} open={open} />
    </Stack>
  );
}

function UnlinkedAds({ account, open }: Pick<ChooseProps, 'account' | 'open'>) {
  const { t } = useTranslation('advertisements');
  const list = useListState({
    fields: remoteListingFilter,
    sorts: remoteListingSorts,
    always: `account:${account.id}`,
    sort: 'name',
  });
  const found = useApi(api.publicationsLink.list, { query: list.query });
  const [many, setMany] = useState<{ rows: readonly RemoteListing[]; clear: () => void } | null>(null);
  const columns = useColumns(open);
  return (
    <>
      <Reading account={account} />
      <FilterBar
        list={list}
        placeholder={t('existing.search')}
        controls={[
          {
            field: 'match',
            label: t('existing.match'),
            options: (['gtin', 'sku'] as const).map((value) => ({ value, label: t(`existing.by.${value}`) })),
          },
          {
            field: 'state',
            label: t('list.state'),
            options: (['active', 'paused', 'under_review'] as const).map((value) => ({
              value,
              label: t(`states.${value}`),
            })),
          },
          { field: 'quantity', label: t('quantity') },
        ]}
      />
      <DataTable
        name="existing-ads"
        label={t('existing.unlinkedAds')}
        list={list}
        result={found}
        failed={actMessage('failures', 'publicationsLink.list')}
        columns={columns}
        rowName={(row) => row.name}
        bulk={(chosen) => [
          {
            key: 'link',
            label: t('existing.linkMany'),
            icon: IconLink,
            tone: 'primary',
            permission: 'publications.create',
            run: () => setMany({ rows: chosen.rows, clear: chosen.clear }),
          },
        ]}
        empty={{
          title: t(account.readAt ? 'existing.allLinked' : 'existing.notRead'),
          hint: t(account.readAt ? 'existing.allLinkedHint' : 'existing.notReadHint'),
          noAction: 'the act that reads the account is above it',
        }}
      />
      {many && <LinkManyDialog rows={many.rows} clear={many.clear} onClose={() => setMany(null)} />}
    </>
  );
}

/** When the ads were read, with a button to read them again; the first time this happens by itself. */
function Reading({ account }: { account: AccountListings }) {
  const { t } = useTranslation('advertisements');
  const refresh = useAct(api.publicationsLink.refresh);
  const begin = useRef(() => refresh.run({ body: { account: account.id } }));
  const isNew = account.readAt === null && !account.reading && !account.failed;
  useEffect(() => {
    if (isNew) void begin.current();
  }, [isNew]);
  return (
    <Group justify="space-between" gap="xs">
      {account.kits > 0 && (
        <Text size="sm" c="dimmed" w="100%">
          {t('existing.kits', { count: account.kits })}
        </Text>
      )}
      <Group gap={8} role="status">
        {account.reading && <Loader size={14} />}
        <Text size="sm" c={account.failed ? 'red' : 'dimmed'}>
          {account.failed
            ? t('existing.failed')
            : account.reading
              ? t('existing.reading', {
                  read: formatQuantity(account.read),
                  found: formatQuantity(account.found),
                })
              : account.readAt && t('existing.readAt', { at: formatInstant(account.readAt) })}
        </Text>
      </Group>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={refresh.pending}
        disabled={account.reading}
        leftSection={<IconRefresh size={15} aria-hidden />}
        onClick={() => void refresh.run({ body: { account: account.id } })}
      >
        {t('existing.refresh')}
      </Button>
    </Group>
  );
}

function useColumns(
  open: (link: string) => Promise<void>,
): Column<RemoteListing, string, SortKey<typeof remoteListingSorts>>[] {
  const { t } = useTranslation('advertisements');
  return [
    {
      key: 'name',
      label: t('existing.ad'),
      cell: (row) => <AdCell row={row} />,
      sort: 'name',
      card: 'title',
    },
    {
      key: 'match',
      label: t('existing.suggestion'),
      cell: (row) => <SuggestionCell row={row} />,
      wrap: true,
      width: 340,
    },
    {
      key: 'price',
      label: t('list.price'),
      cell: (row) => (row.price === null ? null : <Money value={row.price} />),
      sort: 'price',
      align: 'right',
      width: 110,
    },
    {
      key: 'quantity',
      label: t('existing.quantityThere'),
      cell: (row) => <Quantity value={row.quantity} />,
      sort: 'quantity',
      align: 'right',
      width: 130,
    },
    {
      key: 'act',
      label: t('existing.one'),
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('existing.linkOne', { name: row.name })}
          onClick={() => void open(row.remoteItem)}
        >
          {t('linking.submit')}
        </Button>
      ),
      width: 110,
    },
  ];
}

function AdCell({ row }: { row: RemoteListing }) {
  const { t } = useTranslation('advertisements');
  return (
    <span className={cells.cut}>
      <span className={cells.strong}>{row.name}</span>
      <span className={`${cells.dim} ${cells.small}`} style={{ display: 'block' }}>
        {row.link ? (
          <Anchor href={row.link} target="_blank" rel="noreferrer" inherit>
            {row.remoteItem}
          </Anchor>
        ) : (
          row.remoteItem
        )}
        {row.variations.length > 1 && ` · ${t('existing.variations', { count: row.variations.length })}`}
        {row.state !== 'active' && ` · ${t(`states.${row.state}`)}`}
      </span>
    </span>
  );
}

/** Suggested products; for several variations, how many have one. */
function SuggestionCell({ row }: { row: RemoteListing }) {
  const { t } = useTranslation('advertisements');
  const known = row.variations.flatMap(({ suggestions }) => suggestions[0] ?? []);
  const [first] = known;
  if (!first) return <span className={cells.dim}>{t('existing.unknown')}</span>;
  if (row.variations.length > 1)
    return <>{t('existing.knownOf', { known: known.length, count: row.variations.length })}</>;
  return (
    <span className={cells.stacked}>
      <span>{first.kit?.name ?? first.parts.map(({ offer }) => offer.name).join(' + ')}</span>
      <span className={`${cells.dim} ${cells.small}`}>
        <MatchBadge by={first.by} /> <Money value={first.cost} /> · <SuggestedQuantity suggestion={first} />
      </span>
    </span>
  );
}
