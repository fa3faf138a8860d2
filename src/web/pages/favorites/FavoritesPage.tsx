import { Badge, Skeleton, Stack, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type GroupFacts, useFavoriteGroups } from '../../components/favorites/useFavoriteGroups.ts'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { formatNumber } from '../../formats.ts'
import { useLive } from '../../graph/hooks.ts'
import { FAVORITE_CHANGES } from './documents.ts'
import { FavoriteItems } from './FavoriteItems.tsx'
import { GroupHead } from './GroupHead.tsx'
import { FAVORITE_KINDS, type FavoriteKind, GROUPS_OF_KIND, TYPE_OF_KIND } from './search.ts'
import { useFavorites } from './useFavorites.ts'

/** Favorites of all kinds, group by group. */
export function FavoritesPage() {
  const { t } = useTranslation('favorites')
  const { kind = 'worlds', group } = useSearch({ from: '/shell/favorites' })
  const navigate = useNavigate({ from: '/favorites' })
  const all = useFavoriteGroups()
  const name = group ?? GROUPS_OF_KIND[kind][0]
  const favorites = useFavorites(name)
  useLive(FAVORITE_CHANGES, {}, ({ viewerListsChanged }) => {
    if (viewerListsChanged.kind !== 'FAVORITES') return
    all.reload()
    favorites.reload()
  })
  const groups = all.groups?.filter(({ type }) => type === TYPE_OF_KIND[kind])
  const shown = groups?.find((one) => one.name === name)
  const tabs = FAVORITE_KINDS.map((one) => ({
    name: one,
    label: t(`kinds.${one}`),
    badge: <KindCount kind={one} groups={all.groups} />,
  }))
  const openGroup = (value: string | null) =>
    void navigate({ search: { kind, group: GROUPS_OF_KIND[kind].find((one) => one === value) }, replace: true })
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')} />
      <PageTabs
        label={t('kinds.label')}
        tabs={tabs}
        active={kind}
        onOpen={(next) => void navigate({ search: { kind: next } })}
      >
        {all.refusal && !groups && <RefusalAlert refusal={all.refusal} onRetry={all.reload} />}
        <Tabs value={name} onChange={openGroup} variant="pills">
          <GroupTabs groups={groups} />
          <Tabs.Panel value={name}>
            <Stack gap="md">
              {shown && <GroupHead group={shown} />}
              <FavoriteItems kind={kind} group={name} groups={groups ?? []} favorites={favorites} />
            </Stack>
          </Tabs.Panel>
        </Tabs>
      </PageTabs>
    </Stack>
  )
}

interface KindCountProps {
  readonly kind: FavoriteKind
  readonly groups: readonly GroupFacts[] | undefined
}

/** The number of favorites in all groups of a kind. */
function KindCount({ kind, groups }: KindCountProps) {
  const { i18n } = useTranslation()
  const ofKind = groups?.filter(({ type }) => type === TYPE_OF_KIND[kind]) ?? []
  const count = ofKind.reduce((sum, { favoriteCount }) => sum + (favoriteCount ?? 0), 0)
  return (
    <Badge size="sm" variant="light" color="gray">
      {formatNumber(i18n.language, count)}
    </Badge>
  )
}

function GroupTabs({ groups }: Pick<KindCountProps, 'groups'>) {
  const { t } = useTranslation('favorites')
  return (
    <Tabs.List aria-label={t('group.label')} mb="md">
      {groups?.map((one) => (
        <GroupTab key={one.id} group={one} />
      ))}
      {!groups && <Skeleton h={36} maw={420} aria-hidden />}
    </Tabs.List>
  )
}

function GroupTab({ group: { name, displayName, favoriteCount, capacity } }: { readonly group: GroupFacts }) {
  const { t } = useTranslation('favorites')
  return (
    <Tabs.Tab value={name} maw={220}>
      {t('group.tab', { name: displayName, count: favoriteCount ?? 0, capacity })}
    </Tabs.Tab>
  )
}
