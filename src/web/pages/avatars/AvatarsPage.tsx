import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AvatarGrid, AvatarGridSkeleton } from '../../components/avatars/AvatarGrid.tsx'
import { useWornAvatars } from '../../components/avatars/useWornAvatars.ts'
import { CountedList } from '../../components/CountedList.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RouteButton, RouteLink } from '../../components/RouteLink.tsx'
import type { WornAvatarsFragment } from '../../generated/graphql.ts'
import { AvatarFilters } from './AvatarFilters.tsx'
import { AVATAR_LISTS, type AvatarListName, type AvatarSearch } from './search.ts'
import { useAvatarList } from './useAvatarList.ts'
import { WornPanel } from './WornPanel.tsx'

/** Avatars to look through and to wear: all that one can find, one's own, favorites, and those that one has a license for. */
export function AvatarsPage() {
  const { t } = useTranslation('avatars')
  const search = useSearch({ from: '/shell/avatars' })
  const navigate = useNavigate({ from: '/avatars' })
  const worn = useWornAvatars()
  const list = search.list ?? 'all'
  const change = (changed: AvatarSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const tabs = AVATAR_LISTS.map((name) => ({ name, label: t(`lists.${name}`) }))
  const open = (next: AvatarListName) =>
    change({ list: next === 'all' ? undefined : next, sort: undefined, status: undefined })
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')}>
        <RouteButton to="/avatars/new" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('new')}
        </RouteButton>
      </PageHead>
      <WornPanel worn={worn} />
      <PageTabs label={t('lists.label')} tabs={tabs} active={list} onOpen={open}>
        <Stack gap="md">
          <AvatarFilters list={list} search={search} onChange={change} />
          <AvatarList list={list} search={search} worn={worn} />
        </Stack>
      </PageTabs>
    </Stack>
  )
}

interface AvatarListProps {
  readonly list: AvatarListName
  readonly search: AvatarSearch
  readonly worn: WornAvatarsFragment | null
}

function AvatarList({ list, search, worn }: AvatarListProps) {
  const { t } = useTranslation('avatars')
  const { avatars, refusal, reload, loadMore } = useAvatarList(list, search)
  return (
    <CountedList
      list={avatars}
      refusal={refusal}
      onRetry={reload}
      onMore={loadMore}
      countText={(count) => (count === 0 ? t(`empty.${list}`) : t('count', { count }))}
      aside={
        list === 'favorites' && (
          <RouteLink to="/favorites" search={{ kind: 'avatars' }} size="sm">
            {t('groups')}
          </RouteLink>
        )
      }
      skeleton={<AvatarGridSkeleton />}
    >
      <AvatarGrid avatars={avatars?.edges.map(({ node }) => node) ?? []} worn={worn} />
    </CountedList>
  )
}
