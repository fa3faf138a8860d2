import { Button, Group, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { ownUrl } from '../../../components/ownUrl.ts'
import { type Column, ConsoleTable, type ConsoleTableProps } from '../kit/ConsoleTable.tsx'
import { useStaff } from '../useStaff.ts'
import { AuthorCell, NameCell, ReportsCell, StateCell } from './ItemCells.tsx'
import { consolePageOf } from './itemLink.ts'
import type { ItemRow } from './itemRows.ts'
import { type ItemActs, useItemActs } from './useItemActs.tsx'

type Passed = 'label' | 'rows' | 'pageInfo' | 'refusal' | 'onRetry' | 'onMore' | 'empty'

interface ItemTableProps extends Pick<ConsoleTableProps<ItemRow>, Passed> {
  /** What is shown beside the name, the state and the acts. */
  readonly columns: readonly ItemColumn[]
  /** Called once something was changed. */
  readonly onChange: () => void
}

export type ItemColumn = 'author' | 'created' | 'updated' | 'members' | 'reports' | 'hiding'

/** The keys of lists of content, for the help. */
export function useItemKeys(acts?: ItemActs) {
  const { t } = useTranslation('staffContent')
  return [{ key: 'h', label: t('keys.toggle'), run: (row: ItemRow) => acts?.toggle(row) }]
}

/** A list of content with what the staff can do to it. */
export function ItemTable({ columns, onChange, ...table }: ItemTableProps) {
  const { t } = useTranslation('staffContent')
  const navigate = useNavigate()
  const acts = useItemActs(onChange)
  const keys = useItemKeys(acts)
  const all = useColumns()
  const open = (item: ItemRow) => {
    const page = consolePageOf(item)
    if (page) void navigate(page)
    else if (item.imageUrl) window.open(ownUrl(item.imageUrl), '_blank', 'noopener')
  }
  return (
    <>
      <ConsoleTable
        {...table}
        columns={[
          { name: 'name', header: t('columns.name'), cell: (item) => <NameCell item={item} /> },
          ...columns.map((name) => all[name]),
          { name: 'state', header: t('columns.state'), cell: (item) => <StateCell item={item} />, width: '7rem' },
          { name: 'acts', header: t('columns.acts'), cell: (item) => <ActsCell item={item} acts={acts} /> },
        ]}
        onOpen={open}
        keys={keys}
      />
      {acts.dialog}
    </>
  )
}

function useColumns(): Readonly<Record<ItemColumn, Column<ItemRow>>> {
  const { t } = useTranslation('staffContent')
  return {
    author: {
      name: 'author',
      header: t('columns.author'),
      cell: ({ author }) => <AuthorCell author={author} />,
      width: '11rem',
    },
    created: {
      name: 'created',
      header: t('columns.created'),
      cell: ({ createdAt }) => <Ago time={createdAt} />,
      width: '8rem',
    },
    updated: {
      name: 'updated',
      header: t('columns.updated'),
      cell: ({ updatedAt }) => <Ago time={updatedAt} />,
      width: '8rem',
    },
    members: { name: 'members', header: t('columns.members'), cell: ({ memberCount }) => memberCount },
    reports: { name: 'reports', header: t('columns.reports'), cell: (item) => <ReportsCell item={item} /> },
    hiding: { name: 'hiding', header: t('columns.hiding'), cell: ({ hiding }) => <HidingCell hiding={hiding} /> },
  }
}

function HidingCell({ hiding }: Pick<ItemRow, 'hiding'>) {
  const { t } = useTranslation('staffContent')
  if (!hiding) return null
  return (
    <Stack gap={0} maw={280}>
      <Text size="sm">{hiding.hiddenBy?.displayName ?? t('unknownWho')}</Text>
      <Ago time={hiding.hiddenAt} />
      <Text size="xs" c="dimmed" lineClamp={3}>
        {hiding.reason}
      </Text>
    </Stack>
  )
}

interface ActsCellProps {
  readonly item: ItemRow
  readonly acts: ItemActs
}

function ActsCell({ item, acts }: ActsCellProps) {
  const { t } = useTranslation('staffContent')
  const isKeeper = useStaff()?.includes('CONTENT') === true
  const name = item.name ?? t('unnamed')
  const isHidden = item.state === 'HIDDEN'
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={isHidden ? t('show.one', { name }) : t('hide.one', { name })}
        onClick={() => acts.toggle(item)}
      >
        {isHidden ? t('show.button') : t('hide.button')}
      </Button>
      {item.kind === 'EVENT' && item.state === 'PUBLIC' && isKeeper && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={item.isFeatured ? t('feature.endOne', { name }) : t('feature.one', { name })}
          onClick={() => acts.feature(item)}
        >
          {item.isFeatured ? t('feature.end') : t('feature.button')}
        </Button>
      )}
    </Group>
  )
}
