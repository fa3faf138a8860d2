import { Badge, Card, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { Picture } from '../Picture.tsx'
import { CardLink } from '../RouteLink.tsx'
import { useSpanText } from './amounts.ts'
import { Tokens } from './Tokens.tsx'

export const LISTING_CARD = graphql(`
  fragment ListingCard on Listing {
    id
    displayName
    subtitle
    imageUrl
    viewerPrice
    type
    duration
    durationUnit
    state
    isForSale
    viewerHas
  }
`)

/** An offer in a grid: its picture is the point. */
export function ListingCard({ listing }: { readonly listing: FragmentType<typeof LISTING_CARD> }) {
  const { t } = useTranslation('stores')
  const spanText = useSpanText()
  const data = getFragmentData(LISTING_CARD, listing)
  const { id, displayName, subtitle, imageUrl, viewerPrice, isForSale, viewerHas } = data
  return (
    <Card padding="xs" radius="md" withBorder pos="relative">
      <Card.Section>
        <Picture url={imageUrl} ratio={1} />
      </Card.Section>
      <CardLink to="/listings/$listingId" params={{ listingId: id }} size="sm" mt="xs" truncate>
        {displayName}
      </CardLink>
      <Text size="xs" c="dimmed" truncate>
        {subtitle ?? spanText(data)}
      </Text>
      <Group gap="xs" mt={4} justify="space-between">
        <Tokens count={viewerPrice} fz="sm" fw={600} />
        {viewerHas && (
          <Badge size="sm" variant="light" color="green">
            {t('have')}
          </Badge>
        )}
        {!isForSale && (
          <Badge size="sm" variant="light" color="gray">
            {t('notForSale')}
          </Badge>
        )}
      </Group>
    </Card>
  )
}
