import { Badge, Box, Grid, Group, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { useSpanText, useTokensText } from '../../components/economy/amounts.ts'
import { useListingChanges } from '../../components/economy/useListingChanges.ts'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { Picture } from '../../components/Picture.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { TagList } from '../../components/TagList.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import { formatDateTime } from '../../formats.ts'
import type { ListingDetailsFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { BuyPanel } from './BuyPanel.tsx'
import { ContentsPanel } from './ContentsPanel.tsx'
import { LISTING, LISTING_BY_ID } from './documents.ts'

/** An offer: what it gives, for how long and for how much, and the way to buy it. */
export function ListingPage() {
  const { listingId } = useParams({ from: '/shell/listings/$listingId' })
  useListingChanges()
  const { data, refusal, reload } = usePanel(LISTING_BY_ID, { listingId })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !data.listing) return <NotFoundPage />
  const listing = getFragmentData(LISTING, data?.listing)
  if (!listing) return <DetailSkeleton />
  return (
    <Stack gap="md">
      <PageTitle>{`${listing.displayName} · Plaza`}</PageTitle>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, sm: 5 }}>
          <Box maw={480}>
            <Picture url={listing.imageUrl} ratio={1} radius="lg" isLazy={false} />
          </Box>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 7 }}>
          <Stack gap="md">
            <ListingHead listing={listing} />
            <BuyPanel key={listing.id} listing={listing} />
          </Stack>
        </Grid.Col>
      </Grid>
      <ContentsPanel products={listing.products} />
    </Stack>
  )
}

interface ListingHeadProps {
  readonly listing: ListingDetailsFragment
}

function ListingHead({ listing }: ListingHeadProps) {
  const { t } = useTranslation('stores')
  const { displayName, subtitle, description, state, seller, stores, viewerCanUpdate, id, tags } = listing
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Title order={1} size="h2">
          {displayName}
        </Title>
        {state !== 'ACTIVE' && (
          <Badge variant="light" color="gray">
            {t(`state.${state}`)}
          </Badge>
        )}
      </Group>
      {subtitle && <Text c="dimmed">{subtitle}</Text>}
      <Group gap="md">
        {seller && (
          <RouteLink to="/people/$personId" params={{ personId: seller.id }} size="sm">
            {t('soldBy', { name: seller.displayName })}
          </RouteLink>
        )}
        {stores.map((store) => (
          <RouteLink key={store.id} to="/stores/$storeId" params={{ storeId: store.id }} size="sm">
            {store.displayName}
          </RouteLink>
        ))}
        {viewerCanUpdate && (
          <RouteLink to="/selling/$section/$itemId" params={{ section: 'listings', itemId: id }} size="sm">
            {t('edit')}
          </RouteLink>
        )}
      </Group>
      <ListingTerms listing={listing} />
      {description && <WrittenText text={description} />}
      <TagList tags={tags} />
    </Stack>
  )
}

/** Price, time, and whether it can be returned. */
function ListingTerms({ listing }: ListingHeadProps) {
  const { t, i18n } = useTranslation('stores')
  const tokens = useTokensText()
  const spanText = useSpanText()
  const { price, plusPrice, viewerPrice, expiresAt, isBuyerRefundable } = listing
  const isLower = typeof plusPrice === 'number' && plusPrice < price
  return (
    <Stack gap={4}>
      <Group gap="xs" align="baseline">
        <Text fz={26} fw={700}>
          {tokens(viewerPrice)}
        </Text>
        {isLower && (
          <Text size="sm" c="dimmed">
            {viewerPrice < price
              ? t('insteadOf', { price: tokens(price) })
              : t('plusPrice', { price: tokens(plusPrice) })}
          </Text>
        )}
      </Group>
      <Text size="sm">{spanText(listing)}</Text>
      <Text size="sm">{isBuyerRefundable ? t('refundable') : t('notRefundable')}</Text>
      {expiresAt && <Text size="sm">{t('soldUntil', { time: formatDateTime(i18n.language, expiresAt) })}</Text>}
    </Stack>
  )
}
