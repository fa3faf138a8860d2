import { NativeSelect, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ShelfSection } from '../../components/economy/ShelfSection.tsx'
import { useListingChanges } from '../../components/economy/useListingChanges.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { StoreCard } from './StoreCard.tsx'
import { STORE_KINDS } from './search.ts'

const PLATFORM_STORE = graphql(`
  query PlatformStore {
    platformStore {
      id
      shelves {
        id
        ...Shelf
      }
    }
  }
`)

const STORES = graphql(`
  query Stores($type: StoreType, $more: String) {
    stores(first: 24, type: $type, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...StoreCard
        }
      }
    }
  }
`)

/** The shelves of the platform, and the stores of groups and worlds. */
export function StoresPage() {
  const { t } = useTranslation('stores')
  useListingChanges()
  return (
    <Stack gap="xl">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <PlatformShelves />
      <StoreList />
    </Stack>
  )
}

function PlatformShelves() {
  const { data, refusal, reload } = usePanel(PLATFORM_STORE, {})
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <Skeleton h={240} radius="md" aria-hidden />
  return data.platformStore?.shelves.map((shelf) => <ShelfSection key={shelf.id} shelf={shelf} />)
}

function StoreList() {
  const { t } = useTranslation('stores')
  const { of: type } = useSearch({ from: '/shell/stores' })
  const navigate = useNavigate({ from: '/stores' })
  const variables = type ? { type } : {}
  const { data, refusal, reload, fetchMore } = usePanel(STORES, variables)
  const stores = data?.stores
  const choose = (value: string) =>
    void navigate({ search: { of: STORE_KINDS.find((one) => one === value) }, replace: true })
  return (
    <Stack component="section" gap="sm" aria-label={t('others')}>
      <Title order={2} size="h4">
        {t('others')}
      </Title>
      <NativeSelect
        label={t('of')}
        maw={240}
        value={type ?? ''}
        data={[
          { value: '', label: t('ofAll') },
          ...STORE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!stores && !refusal && <Skeleton h={120} radius="md" aria-hidden />}
      {stores && (
        <Text size="sm" role="status">
          {stores.totalCount === 0 ? t('none') : t('count', { count: stores.totalCount })}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {stores?.edges.map(({ node }) => (
          <StoreCard key={node.id} store={node} />
        ))}
      </SimpleGrid>
      {stores && <LoadMore pageInfo={stores.pageInfo} onMore={(more) => fetchMore({ ...variables, more })} />}
    </Stack>
  )
}
