import { Button, Checkbox, Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountedList, type CountedListProps } from '../../components/CountedList.tsx'
import { EventCard } from '../../components/events/EventCard.tsx'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
import { useLanguages } from '../../components/languages.ts'
import { SearchField } from '../../components/SearchField.tsx'
import type { CalendarDiscoveryFilter, CalendarDiscoveryScope, EventCardListFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { DISCOVER_EVENTS, EVENT_CARDS, FIND_EVENTS, FOLLOWED_EVENT_CHANGES } from './documents.ts'
import { CATEGORIES, type CalendarSearch } from './search.ts'

interface DiscoverViewProps {
  readonly search: CalendarSearch
  readonly onChange: (changed: CalendarSearch) => void
}

/**
 * Public events: what is on now, and what comes, by category, language and tag; or those that a text finds. Events tell only
 * of those that the person follows; the others are read again when somebody comes back to the tab, and with a new connection.
 */
export function DiscoverView({ search, onChange }: DiscoverViewProps) {
  useLive(FOLLOWED_EVENT_CHANGES, {})
  return (
    <Stack gap="md">
      <SearchLine search={search} onChange={onChange} />
      {search.text ? (
        <FoundEvents term={search.text} />
      ) : (
        <>
          <Filters search={search} onChange={onChange} />
          <DiscoveredEvents scope="LIVE" search={search} />
          <DiscoveredEvents scope="UPCOMING" search={search} />
        </>
      )}
    </Stack>
  )
}

function SearchLine({ search, onChange }: DiscoverViewProps) {
  const { t } = useTranslation('calendar')
  return (
    <SearchField
      label={t('discover.search')}
      value={search.text ?? ''}
      onChange={(text) => onChange({ text: text || undefined })}
    />
  )
}

function Filters({ search, onChange }: DiscoverViewProps) {
  const { t } = useTranslation('calendar')
  const languages = useLanguages()
  return (
    <Group gap="sm" align="end">
      <FilterSelect
        label={t('discover.category')}
        value={search.category}
        choices={CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
        all={t('discover.any')}
        onChange={(category) => onChange({ category })}
      />
      <FilterSelect
        label={t('discover.language')}
        value={search.language}
        choices={languages}
        all={t('discover.any')}
        onChange={(language) => onChange({ language })}
      />
      <SearchField
        label={t('discover.tag')}
        value={search.tag ?? ''}
        onChange={(tag) => onChange({ tag: tag || undefined })}
      />
      <Checkbox
        label={t('discover.featured')}
        mb={8}
        checked={search.featured ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ featured: checked || undefined })}
      />
      <Button
        variant="subtle"
        onClick={() => onChange({ category: undefined, language: undefined, tag: undefined, featured: undefined })}
      >
        {t('discover.clear')}
      </Button>
    </Group>
  )
}

const filterOf = (
  { category, language, tag, featured }: CalendarSearch,
  scope: CalendarDiscoveryScope,
): CalendarDiscoveryFilter => ({
  scope,
  ...(category && { categories: [category] }),
  ...(language && { languages: [language] }),
  ...(tag && { tags: [tag] }),
  ...(featured && { nonFeatured: 'EXCLUDE', personalized: 'SKIP' }),
})

interface DiscoveredEventsProps {
  readonly scope: 'LIVE' | 'UPCOMING'
  readonly search: CalendarSearch
}

function DiscoveredEvents({ scope, search }: DiscoveredEventsProps) {
  const { t } = useTranslation('calendar')
  const variables = { filter: filterOf(search, scope) }
  const { data, refusal, reload, fetchMore } = usePanel(DISCOVER_EVENTS, variables)
  const list = getFragmentData(EVENT_CARDS, data?.events)
  if (scope === 'LIVE' && list?.totalCount === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label={t(`discover.scopes.${scope}`)}>
      <Title order={2} size="h4">
        {t(`discover.scopes.${scope}`)}
      </Title>
      <EventList
        list={list}
        refusal={refusal}
        onRetry={reload}
        onMore={(after) => fetchMore({ ...variables, after })}
        empty={t('discover.empty')}
      />
    </Stack>
  )
}

/** Hours from UTC to the person's clock, as searches take them. */
const ownUtcOffset = () => Math.round(-new Date().getTimezoneOffset() / 60)

function FoundEvents({ term }: { readonly term: string }) {
  const { t } = useTranslation('calendar')
  const variables = { term, utcOffset: ownUtcOffset() }
  const { data, refusal, reload, fetchMore } = usePanel(FIND_EVENTS, variables)
  const list = getFragmentData(EVENT_CARDS, data?.events)
  return (
    <EventList
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
      empty={t('discover.nothing')}
    />
  )
}

interface EventListProps extends Pick<CountedListProps, 'refusal' | 'onRetry' | 'onMore'> {
  readonly list: EventCardListFragment | null | undefined
  /** What is said where there are none. */
  readonly empty: string
}

const COLUMNS = { base: 1, xs: 2, md: 3, xl: 4 }

function EventList({ list, empty, ...reading }: EventListProps) {
  const { t } = useTranslation('calendar')
  return (
    <CountedList
      {...reading}
      list={list}
      countText={(count) => (count === 0 ? empty : t('count', { count }))}
      skeleton={<GridSkeleton cols={COLUMNS} cardHeight={240} />}
    >
      <SimpleGrid cols={COLUMNS} spacing="md">
        {list?.edges.map(({ node }) => (
          <EventCard key={node.id} event={node} />
        ))}
      </SimpleGrid>
    </CountedList>
  )
}
