import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { api } from '#contract/index.ts';
import type { AnswerTemplate } from '#contract/marketplaces/answer-template.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';

const TemplatesDialog = lazyWithFallback(() => import('./TemplatesDialog.tsx'));

/** Templates of the business to insert into the answer, and a button to edit them. */
export function TemplateChoice({ onChoose }: { onChoose: (template: AnswerTemplate) => void }) {
  const { t } = useTranslation('marketplaces');
  const [editing, setEditing] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // Focuses the answer after a template is chosen; otherwise restores the focus.
  const isChosen = useRef(false);
  const starters = useAct(api.answerTemplates.addStarters);
  const { data } = useApi(api.answerTemplates.list, { query: { size: '100' } });
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        returnFocus={false}
        onOpen={() => {
          isChosen.current = false;
        }}
        onClose={() => {
          if (!isChosen.current) target.current?.focus();
        }}
      >
        <Menu.Target>
          <Button ref={target} variant="default" leftSection={<IconTemplate size={16} aria-hidden />}>
            {t('questions.templates')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {data?.items.length === 0 && (
            <>
              <Menu.Label>{t('questions.templatesNone')}</Menu.Label>
              <Menu.Item onClick={() => void starters.run({})}>{t('questions.addStarters')}</Menu.Item>
            </>
          )}
          {data?.items.map((template) => (
            <Menu.Item
              key={template.id}
              onClick={() => {
                isChosen.current = true;
                onChoose(template);
              }}
            >
              {template.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setEditing(true)}>{t('questions.templatesManage')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {editing && <TemplatesDialog onClose={() => setEditing(false)} />}
    </>
  );
}
