import { Group, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import type { ConsoleHiddenQuery, HiddenContentFilter } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { useViewerId } from '../useStaff.ts'
import type { ViewProps } from './ContentPage.tsx'
import { CONSOLE_HIDDEN, CONSOLE_ITEM } from './documents.ts'
import { ReverseButton } from './ItemFilters.tsx'
import { ItemTable } from './ItemTable.tsx'
import { csvRowOf, rowOf } from './itemRows.ts'
import { type ContentSearch, ITEM_KINDS } from './search.ts'

function variablesOf({ kind, mine, reversed }: ContentSearch, viewerId: string | undefined) {
  const filter: HiddenContentFilter = {
    ...(kind && { kinds: [kind] }),
    ...(mine && viewerId !== undefined && { hiddenById: viewerId }),
  }
  return { filter, ascending: reversed === true }
}

/** Hidden content as it is now. */
const itemsOf = ({ hiddenContent }: ConsoleHiddenQuery) =>
  getFragmentData(
    CONSOLE_ITEM,
    hiddenContent.edges.flatMap(({ node: { item } }) => (item ? [item] : [])),
  )

const EXPORTED_PAGE = 100

/** A page of what is hidden for a file. */
export async function exportedHidden(
  { search, viewerId }: { readonly search: ContentSearch; readonly viewerId: string | undefined },
  after: string | undefined,
) {
  const variables = variablesOf(search, viewerId)
  const page = await request(CONSOLE_HIDDEN, { ...variables, first: EXPORTED_PAGE, more: after ?? null })
  return { pageInfo: page.hiddenContent.pageInfo, rows: itemsOf(page).map(csvRowOf) }
}

/** Everything that the staff has hidden, with who, when and why. */
export function HiddenView({ search, onChange }: ViewProps) {
  const { t } = useTranslation('staffContent')
  const variables = variablesOf(search, useViewerId())
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_HIDDEN, variables)
  useRepeatedly(reload)
  return (
    <Stack gap="md">
      <Text size="sm" maw={720}>
        {t('views.hiddenText')}
      </Text>
      <Group align="flex-end" gap="sm">
        <FilterSelect
          label={t('filters.kind')}
          value={search.kind}
          all={t('filters.all')}
          choices={ITEM_KINDS.map((value) => ({ value, label: t(`plurals.${value}`) }))}
          onChange={(kind) => onChange({ kind })}
        />
        <ReverseButton isReversed={search.reversed === true} onChange={(reversed) => onChange({ reversed })} />
        <Switch
          label={t('filters.mine')}
          checked={search.mine === true}
          onChange={({ currentTarget: { checked } }) => onChange({ mine: checked || undefined })}
        />
      </Group>
      <ItemTable
        label={t('labels.hidden')}
        columns={['author', 'hiding', 'reports']}
        rows={data && itemsOf(data).map(rowOf)}
        pageInfo={data?.hiddenContent.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        onChange={reload}
        empty={t('emptyHidden')}
      />
    </Stack>
  )
}
