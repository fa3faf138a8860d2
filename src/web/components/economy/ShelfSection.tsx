import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { LoadMore } from '../LoadMore.tsx'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { ListingCard } from './ListingCard.tsx'

export const SHELF = graphql(`
  fragment Shelf on StoreShelf {
    id
    title
    description
    listings(first: 6) {
      totalCount
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

/** A shelf with its listings. */
export function ShelfSection({ shelf }: { readonly shelf: FragmentType<typeof SHELF> }) {
  const { t } = useTranslation('stores')
  const [isWhole, setWhole] = useState(false)
  const { id, title, description, listings } = getFragmentData(SHELF, shelf)
  if (listings.totalCount === 0) return null
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      {isWhole ? <WholeShelf id={id} /> : <ListingGrid listings={listings.edges.map(({ node }) => node)} />}
      {!isWhole && listings.totalCount > listings.edges.length && (
        <Group>
          <Button
            variant="default"
            aria-label={t('showAllOf', { count: listings.totalCount, title })}
            onClick={() => setWhole(true)}
          >
            {t('showAll', { count: listings.totalCount })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const WHOLE_SHELF = graphql(`
  query WholeShelf($id: ID!, $more: String) {
    node(id: $id) {
      __typename
      id
      ... on StoreShelf {
        listings(first: 24, after: $more) {
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
    }
  }
`)

/** All listings of a shelf, page after page. */
function WholeShelf({ id }: { readonly id: string }) {
  const { data, refusal, reload, fetchMore } = usePanel(WHOLE_SHELF, { id })
  if (refusal) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data?.node?.__typename !== 'StoreShelf') return null
  const { edges, pageInfo } = data.node.listings
  return (
    <>
      <ListingGrid listings={edges.map(({ node }) => node)} />
      <LoadMore pageInfo={pageInfo} onMore={(more) => fetchMore({ id, more })} />
    </>
  )
}

interface ListingGridProps {
  readonly listings: readonly (React.ComponentProps<typeof ListingCard>['listing'] & { readonly id: string })[]
}

/** Listings side by side. */
export const ListingGrid = ({ listings }: ListingGridProps) => (
  <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 6 }} spacing="md">
    {listings.map((listing) => (
      <ListingCard key={listing.id} listing={listing} />
    ))}
  </SimpleGrid>
)
