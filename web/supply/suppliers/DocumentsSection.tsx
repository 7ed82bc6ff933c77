import { Anchor, Button, FileButton, Table, Text } from '@mantine/core';
import { IconDownload, IconFileUpload, IconTrash } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { SupplierDocument } from '#contract/supply/supplier-documents.ts';
import { fetchToDisk, useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant, Money } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { useSession } from '../../use-session.ts';

/** Documents received from a supplier, unchanged. */
export function DocumentsSection({ supplierId }: { supplierId: number }) {
  const { t } = useTranslation('supply');
  const { t: ui } = useTranslation();
  const { can } = useSession();
  const params = { id: supplierId };
  const documents = useApi(api.suppliers.documents, { params, query: { size: '100' } });
  const add = useAct(api.suppliers.addDocument);
  const items = documents.data?.items ?? [];
  return (
    <Section
      title={t('documents.title')}
      hint={t('documents.hint')}
      actions={
        can('suppliers.update') && (
          <FileButton
            onChange={(file) => void (file && add.run({ params, files: [file] }))}
            accept="application/pdf,image/png,image/jpeg"
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={add.pending}
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                {t('documents.add')}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {documents.data && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('documents.empty')}
        </Text>
      )}
      {items.length > 0 && (
        <StackedTable aria-label={t('documents.title')} from={600}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('documents.name')}</Table.Th>
              <Table.Th>{t('documents.what')}</Table.Th>
              <Table.Th>{t('documents.kept')}</Table.Th>
              <Table.Th data-figure>{t('documents.value')}</Table.Th>
              <Table.Th aria-label={ui('table.actions')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
    </Section>
  );
}

function DocumentRow({ document: { id, name, invoice, createdAt } }: { document: SupplierDocument }) {
  const { t } = useTranslation('supply');
  const remove = useAct(api.suppliers.removeDocument);
  return (
    <Table.Tr>
      <Table.Td>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t('documents.download', { name })}
          onClick={() => void fetchToDisk(api.suppliers.downloadDocument, { params: { id } })}
        >
          {name}
        </Button>
      </Table.Td>
      <Table.Td data-label={t('documents.what')}>
        {invoice ? (
          <Anchor component={Link} to={paths.supply.request(invoice.request.id)}>
            {t('documents.invoice', { number: invoice.number })}
          </Anchor>
        ) : (
          t('documents.other')
        )}
      </Table.Td>
      <Table.Td data-label={t('documents.kept')}>
        <Instant value={createdAt} />
      </Table.Td>
      <Table.Td data-label={t('documents.value')} data-figure>
        <Money value={invoice?.totalCentavos} />
      </Table.Td>
      <Table.Td data-corner>
        <Actions
          size="xs"
          items={[
            {
              key: 'remove',
              label: t('documents.remove', { name }),
              icon: IconTrash,
              tone: 'bad',
              secondary: true,
              permission: 'suppliers.update',
              refused: invoice !== null && t('documents.held'),
              confirm: {
                title: t('documents.removeSure', { name }),
                confirm: t('documents.remove', { name }),
                tone: 'bad',
              },
              run: () => remove.run({ params: { id } }),
            },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}
