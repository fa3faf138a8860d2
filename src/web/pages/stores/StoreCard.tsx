import { Avatar, Box, Card, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { CardLink } from '../../components/RouteLink.tsx'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

const STORE_CARD = graphql(`
  fragment StoreCard on Store {
    id
    displayName
    description
    listings(first: 1) {
      totalCount
    }
    group {
      id
      name
      iconUrl
    }
    world {
      id
      name
      thumbnailUrl
    }
  }
`)

/** The store of a group or world in a list. */
export function StoreCard({ store }: { readonly store: FragmentType<typeof STORE_CARD> }) {
  const { t } = useTranslation('stores')
  const { id, displayName, description, listings, group, world } = getFragmentData(STORE_CARD, store)
  const pictureUrl = group?.iconUrl ?? world?.thumbnailUrl
  return (
    <Card withBorder radius="md" padding="md" pos="relative">
      <Group wrap="nowrap" gap="sm" align="start">
        <Avatar src={pictureUrl ? ownUrl(pictureUrl) : null} name={displayName} radius="md" size={64} alt="" />
        <Box miw={0} flex={1}>
          <CardLink to="/stores/$storeId" params={{ storeId: id }} display="block" truncate>
            {displayName}
          </CardLink>
          <Text size="xs" c="dimmed" truncate>
            {group?.name ?? world?.name}
          </Text>
          <Text size="sm" lineClamp={2}>
            {description}
          </Text>
          <Text size="xs" c="dimmed" mt={4}>
            {t('offers', { count: listings.totalCount })}
          </Text>
        </Box>
      </Group>
    </Card>
  )
}
