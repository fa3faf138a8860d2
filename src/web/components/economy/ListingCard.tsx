import { AspectRatio, Badge, Card, Group, Image, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'
import { RouteLink } from '../RouteLink.tsx'
import { useSpanText } from './amounts.ts'
import { Tokens } from './Tokens.tsx'

export const LISTING_CARD = graphql(`
  fragment ListingCard on Listing {
    id
    displayName
    subtitle
    imageUrl
    price
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
  const { id, displayName, subtitle, imageUrl, price, isForSale, viewerHas } = data
  return (
    <Card padding="xs" radius="md" withBorder pos="relative">
      <Card.Section>
        <AspectRatio ratio={1}>
          <Image src={imageUrl && ownUrl(imageUrl)} alt="" loading="lazy" bg="var(--mantine-color-default-hover)" />
        </AspectRatio>
      </Card.Section>
      <RouteLink
        to="/listings/$listingId"
        params={{ listingId: id }}
        className="cardLink"
        underline="never"
        c="inherit"
        fw={600}
        size="sm"
        mt="xs"
        truncate
      >
        {displayName}
      </RouteLink>
      <Text size="xs" c="dimmed" truncate>
        {subtitle ?? spanText(data)}
      </Text>
      <Group gap="xs" mt={4} justify="space-between">
        <Tokens count={price} fz="sm" fw={600} />
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
