import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSpanText, useTokensText } from '../../../components/economy/amounts.ts'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { PictureRow } from '../../../components/PictureRow.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import { pageOf } from '../../../components/subjects.ts'
import type { ListingState } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { CreateLink } from '../CreateLink.tsx'
import { EditLink } from '../EditLink.tsx'
import { ArchiveListingButton } from './ArchiveListingButton.tsx'
import { LISTING_CHANGES, LISTINGS, OWN_LISTING, OWN_LISTINGS } from './documents.ts'

/** What the person offers, page after page. */
export function ListingsSection() {
  const { t } = useTranslation('selling')
  useLive(LISTING_CHANGES, {})
  const { data, refusal, reload, fetchMore } = usePanel(LISTINGS, {})
  const listings = getFragmentData(OWN_LISTINGS, data?.viewer)?.user.listings
  return (
    <Stack gap="md">
      <Text size="sm">{t('listings.hint')}</Text>
      <CreateLink section="listings" />
      <ListPanel
        title={t('sections.listings')}
        list={listings}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        empty={t('listings.empty')}
      >
        <Stack component="ul" className="plainList" gap="md">
          {listings?.edges.map(({ node }) => (
            <ListingRow key={node.id} listing={node} />
          ))}
        </Stack>
      </ListPanel>
    </Stack>
  )
}

const STATE_COLORS: Readonly<Record<ListingState, string>> = {
  ACTIVE: 'green',
  DRAFT: 'yellow',
  ARCHIVED: 'gray',
}

function ListingRow({ listing }: { readonly listing: FragmentType<typeof OWN_LISTING> }) {
  const { t } = useTranslation(['selling', 'stores'])
  const tokens = useTokensText()
  const spanText = useSpanText()
  const data = getFragmentData(OWN_LISTING, listing)
  const { id, displayName: name, imageUrl, price, state, purchaseCount, viewerCanUpdate } = data
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={4} flex={1} miw={180}>
        <PictureRow pictureUrl={imageUrl} title={name} page={pageOf('Listing', id)} below={spanText(data)} />
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {tokens(price)}
          </Text>
          <Badge size="sm" variant="light" color={STATE_COLORS[state]}>
            {t(`stores:state.${state}`)}
          </Badge>
          <Text size="xs" c="dimmed" role="status">
            {t('selling:listings.bought', { count: purchaseCount ?? 0 })}
          </Text>
        </Group>
      </Stack>
      <Group gap="xs">
        <RouteButton
          to="/listings/$listingId"
          params={{ listingId: id }}
          size="compact-sm"
          variant="subtle"
          aria-label={t('selling:showOf', { name })}
        >
          {t('selling:show')}
        </RouteButton>
        {viewerCanUpdate && (
          <>
            <EditLink section="listings" itemId={id} name={name} />
            <ArchiveListingButton listingId={id} name={name} />
          </>
        )}
      </Group>
    </Group>
  )
}
