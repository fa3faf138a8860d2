import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { CreateLink } from '../CreateLink.tsx'
import { EditLink } from '../EditLink.tsx'
import { OWN_STORE_LIST, OWN_STORE_ROW, OWN_STORES } from './documents.ts'
import { ShelvesPanel } from './ShelvesPanel.tsx'

/** The stores of the person's groups and worlds; for admins also the shelves of the platform. */
export function StoresSection() {
  const { t } = useTranslation('selling')
  const { data, refusal, reload, fetchMore } = usePanel(OWN_STORE_LIST, {})
  const stores = getFragmentData(OWN_STORES, data?.viewer)?.stores
  return (
    <Stack gap="md">
      <Text size="sm">{t('stores.hint')}</Text>
      <CreateLink section="stores" />
      <ListPanel
        title={t('sections.stores')}
        list={stores}
        refusal={refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        empty={t('stores.empty')}
      >
        <Stack component="ul" className="plainList" gap="md">
          {stores?.edges.map(({ node }) => (
            <StoreRow key={node.id} store={node} />
          ))}
        </Stack>
      </ListPanel>
      <ShelvesPanel />
    </Stack>
  )
}

function StoreRow({ store }: { readonly store: FragmentType<typeof OWN_STORE_ROW> }) {
  const { t } = useTranslation(['selling', 'stores'])
  const {
    id,
    displayName: name,
    status,
    group,
    world,
    listings,
    viewerCanUpdate,
  } = getFragmentData(OWN_STORE_ROW, store)
  const owner = group?.name ?? world?.name
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} flex={1} miw={180}>
        <RouteLink to="/stores/$storeId" params={{ storeId: id }} fw={600} size="sm">
          {name}
        </RouteLink>
        <Group gap="xs">
          <Badge size="sm" variant="light" color={status === 'PUBLIC' ? 'green' : 'yellow'}>
            {t(`stores:status.${status}`)}
          </Badge>
          <Text size="xs" c="dimmed">
            {owner && `${t('stores:storeOf', { name: owner })} · `}
            {t('stores:offers', { count: listings.totalCount })}
          </Text>
        </Group>
      </Stack>
      {viewerCanUpdate && <EditLink section="stores" itemId={id} name={name} />}
    </Group>
  )
}
