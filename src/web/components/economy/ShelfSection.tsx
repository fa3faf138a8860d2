import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ListingCard } from './ListingCard.tsx'

export const SHELF = graphql(`
  fragment Shelf on StoreShelf {
    id
    title
    description
    listings(first: 24) {
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
  const { title, description, listings } = getFragmentData(SHELF, shelf)
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
      <ListingGrid listings={listings.edges.map(({ node }) => node)} />
    </Stack>
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
