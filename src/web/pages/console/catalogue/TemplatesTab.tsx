import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { CatalogueTable } from './CatalogueTable.tsx'
import { CONSOLE_TEMPLATES } from './documents.ts'
import { type Template, TemplateDialog } from './TemplateDialog.tsx'

/** What items are made of. What people make themselves is not changed here. */
export function TemplatesTab() {
  const { t } = useTranslation('staffCatalogue')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_TEMPLATES, {})
  return (
    <CatalogueTable
      tab="templates"
      columns={[
        { name: 'name', header: t('fields.name'), cell: ({ name }) => name },
        { name: 'type', header: t('fields.itemType'), cell: (template) => <Kind template={template} /> },
        { name: 'status', header: t('fields.status'), cell: (template) => <Status template={template} /> },
        { name: 'collections', header: t('fields.collections'), cell: ({ collections }) => collections.join(', ') },
        { name: 'changed', header: t('changed'), cell: ({ updatedAt }) => <Ago time={updatedAt} />, width: '8rem' },
      ]}
      list={data?.inventoryTemplates}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      canEdit={({ viewerCanUpdate }) => viewerCanUpdate}
      nameOf={({ name }) => name}
      form={(edited, close) => <TemplateDialog edited={edited} onClose={close} onDone={reload} />}
    />
  )
}

interface PartProps {
  readonly template: Template
}

function Kind({ template: { itemType } }: PartProps) {
  const { t } = useTranslation('inventory')
  return <Text size="sm">{t(`types.${itemType}`)}</Text>
}

const COLORS = { DRAFT: 'blue', LIVE: 'green', RETIRED: 'gray' } as const

function Status({ template: { status } }: PartProps) {
  const { t } = useTranslation('staffCatalogue')
  return (
    <Badge variant="light" color={COLORS[status]} tt="none">
      {t(`templates.statuses.${status}`)}
    </Badge>
  )
}
