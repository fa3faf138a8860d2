import { SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { ShelfSection } from '../../components/economy/ShelfSection.tsx'
import { useListingChanges } from '../../components/economy/useListingChanges.ts'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
import { PageHead } from '../../components/PageHead.tsx'
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
      <PageHead title={t('title')} windowTitle={t('pageTitle')} />
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

const COLUMNS = { base: 1, xs: 2, lg: 3 }

function StoreList() {
  const { t } = useTranslation('stores')
  const { of: type } = useSearch({ from: '/shell/stores' })
  const navigate = useNavigate({ from: '/stores' })
  const variables = type ? { type } : {}
  const { data, refusal, reload, fetchMore } = usePanel(STORES, variables)
  const stores = data?.stores
  return (
    <Stack component="section" gap="sm" aria-label={t('others')}>
      <Title order={2} size="h4">
        {t('others')}
      </Title>
      <FilterSelect
        label={t('of')}
        maw={240}
        value={type}
        choices={STORE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        all={t('ofAll')}
        onChange={(kind) => void navigate({ search: { of: kind }, replace: true })}
      />
      <CountedList
        list={stores}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ ...variables, more })}
        countText={(count) => (count === 0 ? t('none') : t('count', { count }))}
        skeleton={<GridSkeleton cols={COLUMNS} cardHeight={120} />}
      >
        <SimpleGrid cols={COLUMNS} spacing="md">
          {stores?.edges.map(({ node }) => (
            <StoreCard key={node.id} store={node} />
          ))}
        </SimpleGrid>
      </CountedList>
    </Stack>
  )
}
