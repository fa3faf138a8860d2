import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../formats.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { CatalogueTable } from './CatalogueTable.tsx'
import { type Drop, DropDialog } from './DropDialog.tsx'
import { CONSOLE_DROPS } from './documents.ts'

/** Items that are given to everybody who comes within a time. */
export function DropsTab() {
  const { t } = useTranslation('staffCatalogue')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_DROPS, {})
  return (
    <CatalogueTable
      tab="drops"
      columns={[
        { name: 'name', header: t('fields.name'), cell: ({ name }) => name },
        { name: 'state', header: t('state'), cell: (drop) => <State drop={drop} /> },
        {
          name: 'items',
          header: t('fields.templateIds'),
          cell: ({ templates }) => templates.map(({ name }) => name).join(', '),
        },
        { name: 'target', header: t('fields.target'), cell: (drop) => <Target drop={drop} /> },
        { name: 'time', header: t('rewards.time'), cell: (drop) => <Time drop={drop} /> },
      ]}
      list={data?.viewer?.inventoryDrops}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      canEdit={() => true}
      nameOf={({ name }) => name}
      form={(edited, close) => <DropDialog edited={edited} onClose={close} onDone={reload} />}
    />
  )
}

interface PartProps {
  readonly drop: Drop
}

const COLORS = { UPCOMING: 'blue', ACTIVE: 'green', ENDED: 'gray' } as const

function State({ drop: { state, isDisabled } }: PartProps) {
  const { t } = useTranslation('staffCatalogue')
  return (
    <Badge variant="light" color={COLORS[state]} tt="none">
      {isDisabled ? t('drops.disabled') : t(`drops.states.${state}`)}
    </Badge>
  )
}

function Target({ drop: { target, group } }: PartProps) {
  const { t } = useTranslation('staffCatalogue')
  return <Text size="sm">{group?.name ?? t(`drops.targets.${target}`)}</Text>
}

function Time({ drop: { startsAt, endsAt } }: PartProps) {
  const { t, i18n } = useTranslation('staffCatalogue')
  const [begin, end] = [startsAt, endsAt].map((time) => formatDateTime(i18n.language, time))
  return <Text size="xs">{t('rewards.span', { begin, end })}</Text>
}
