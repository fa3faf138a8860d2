import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { ListingGrid, ShelfSection } from '../../components/economy/ShelfSection.tsx'
import { useListingChanges } from '../../components/economy/useListingChanges.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import type { StoreDetailsFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const STORE_DETAILS = graphql(`
  fragment StoreDetails on Store {
    id
    displayName
    description
    status
    group {
      id
      name
    }
    world {
      id
      name
    }
    seller {
      id
      displayName
    }
    shelves {
      id
      ...Shelf
    }
    listings(first: 24, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ListingCard
        }
      }
    }
  }
`)

const STORE = graphql(`
  query StoreDetailsById($storeId: ID!, $more: String) {
    store(id: $storeId) {
      ...StoreDetails
    }
  }
`)

/**
 * A store and what it offers. No event tells that its catalogue has changed: like all that is on screen, it is read again
 * when somebody comes back to the tab, and with a new connection.
 */
export function StorePage() {
  const { t } = useTranslation('stores')
  const { storeId } = useParams({ from: '/shell/stores/$storeId' })
  useListingChanges()
  const { data, refusal, reload, fetchMore } = usePanel(STORE, { storeId })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !data.store) return <NotFoundPage />
  const store = getFragmentData(STORE_DETAILS, data?.store)
  if (!store) return <DetailSkeleton />
  const { shelves, listings } = store
  return (
    <Stack gap="lg">
      <PageTitle>{`${store.displayName} · Plaza`}</PageTitle>
      <StoreHead store={store} />
      {listings.totalCount === 0 && shelves.length === 0 && <Text size="sm">{t('emptyStore')}</Text>}
      {shelves.map((shelf) => (
        <ShelfSection key={shelf.id} shelf={shelf} />
      ))}
      <ListingGrid listings={listings.edges.map(({ node }) => node)} />
      <LoadMore pageInfo={listings.pageInfo} onMore={(more) => fetchMore({ storeId, more })} />
    </Stack>
  )
}

function StoreHead({ store }: { readonly store: StoreDetailsFragment }) {
  const { t } = useTranslation('stores')
  const { displayName, description, status, world, group, seller } = store
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Title order={1} size="h2">
          {displayName}
        </Title>
        {status !== 'PUBLIC' && (
          <Badge variant="light" color="gray">
            {t(`status.${status}`)}
          </Badge>
        )}
      </Group>
      <Group gap="md">
        {group && (
          <RouteLink to="/groups/$groupId" params={{ groupId: group.id }} size="sm">
            {t('storeOf', { name: group.name })}
          </RouteLink>
        )}
        {world && (
          <RouteLink to="/worlds/$worldId" params={{ worldId: world.id }} size="sm">
            {t('storeOf', { name: world.name })}
          </RouteLink>
        )}
        {seller && (
          <RouteLink to="/people/$personId" params={{ personId: seller.id }} size="sm">
            {t('soldBy', { name: seller.displayName })}
          </RouteLink>
        )}
      </Group>
      {description && <WrittenText text={description} />}
    </Stack>
  )
}
