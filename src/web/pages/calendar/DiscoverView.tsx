import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EventCard } from '../../components/events/EventCard.tsx'
import { languageChoices } from '../../components/events/languages.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import type { CalendarDiscoveryFilter, CalendarDiscoveryScope, EventCardListFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { CALENDAR_GROUPS, DISCOVER_EVENTS, EVENT_CARDS, FIND_EVENTS, FOLLOWED_EVENT_CHANGES } from './documents.ts'
import { CATEGORIES, type CalendarSearch } from './search.ts'

interface DiscoverViewProps {
  readonly search: CalendarSearch
  readonly onChange: (changed: CalendarSearch) => void
}

/** Public events: what is on now, and what comes, by category, language and tag; or those that a text finds. */
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
  const { t, i18n } = useTranslation('calendar')
  const { data } = usePanel(CALENDAR_GROUPS, {})
  const any = { value: '', label: t('discover.any') }
  return (
    <Group gap="sm" align="end">
      <NativeSelect
        label={t('discover.category')}
        value={search.category ?? ''}
        data={[any, ...CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ category: CATEGORIES.find((one) => one === value) })}
      />
      <NativeSelect
        label={t('discover.language')}
        value={search.language ?? ''}
        data={[any, ...languageChoices(data?.serverInfo.languages ?? [], i18n.language)]}
        onChange={({ currentTarget: { value } }) => onChange({ language: value || undefined })}
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
      {refusal && !list && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {list && <Cards list={list} empty={t('discover.empty')} />}
      {!list && !refusal && <CardsSkeleton />}
      {list && <LoadMore pageInfo={list.pageInfo} onMore={(after) => fetchMore({ ...variables, after })} />}
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
  if (refusal && !list) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!list) return <CardsSkeleton />
  return (
    <Stack gap="sm">
      <Cards list={list} empty={t('discover.nothing')} />
      <LoadMore pageInfo={list.pageInfo} onMore={(after) => fetchMore({ ...variables, after })} />
    </Stack>
  )
}

interface CardsProps {
  readonly list: EventCardListFragment
  /** What to do where there are none. */
  readonly empty: string
}

function Cards({ list, empty }: CardsProps) {
  const { t } = useTranslation('calendar')
  return (
    <>
      <Text size="sm" role="status">
        {list.totalCount === 0 ? empty : t('count', { count: list.totalCount })}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md">
        {list.edges.map(({ node }) => (
          <EventCard key={node.id} event={node} />
        ))}
      </SimpleGrid>
    </>
  )
}

const CardsSkeleton = () => (
  <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md" aria-hidden>
    <Skeleton h={240} radius="md" />
    <Skeleton h={240} radius="md" />
    <Skeleton h={240} radius="md" />
  </SimpleGrid>
)
