import { Badge, Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageInfo } from '../../../components/LoadMore.tsx'
import type { Refusal } from '../../../graph/refusal.ts'
import { type Column, ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import type { CatalogueTab } from './search.ts'

/** What is edited: something new, or something that stands. */
export type Edited<Row> = 'new' | Row

interface CatalogueTableProps<Row extends { readonly id: string }> {
  readonly tab: CatalogueTab
  readonly columns: readonly Column<Row>[]
  readonly list: { readonly edges: readonly { readonly node: Row }[]; readonly pageInfo: PageInfo } | undefined
  readonly refusal: Refusal | null
  readonly onRetry: () => void
  readonly onMore: (after: string) => Promise<void>
  /** Whether a row can be changed; without it none can. */
  readonly canEdit?: (row: Row) => boolean
  readonly nameOf: (row: Row) => string
  /** The form of what is edited. */
  readonly form: (edited: Edited<Row>, close: () => void) => React.ReactNode
}

/** A list of the catalogue, with the form of what is new and of what stands. */
export function CatalogueTable<Row extends { readonly id: string }>(props: CatalogueTableProps<Row>) {
  const { t } = useTranslation('staffCatalogue')
  const { tab, columns, list, refusal, onRetry, onMore, canEdit, nameOf, form } = props
  const [edited, setEdited] = useState<Edited<Row> | null>(null)
  useRepeatedly(onRetry)
  const acts: Column<Row> = {
    name: 'acts',
    header: t('acts'),
    cell: (row) =>
      canEdit?.(row) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('editOne', { name: nameOf(row) })}
          onClick={() => setEdited(row)}
        >
          {t('edit')}
        </Button>
      ),
  }
  return (
    <>
      <Group justify="flex-end" gap="xs">
        <KeysHelp keys={[]} />
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
          {t(`new.${tab}`)}
        </Button>
      </Group>
      <ConsoleTable
        label={t(`tabs.${tab}`)}
        columns={canEdit ? [...columns, acts] : columns}
        rows={list?.edges.map(({ node }) => node)}
        pageInfo={list?.pageInfo}
        refusal={list ? null : refusal}
        onRetry={onRetry}
        onMore={onMore}
        {...(canEdit && { onOpen: (row: Row) => canEdit(row) && setEdited(row) })}
        empty={t('empty')}
      />
      {edited && form(edited, () => setEdited(null))}
    </>
  )
}

/** Whether something is sold. */
export function Sold({ isActive }: { readonly isActive: boolean }) {
  const { t } = useTranslation('staffCatalogue')
  return (
    <Badge variant="light" color={isActive ? 'green' : 'gray'} tt="none">
      {isActive ? t('sold') : t('notSold')}
    </Badge>
  )
}
