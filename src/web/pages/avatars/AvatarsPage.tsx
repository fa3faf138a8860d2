import { Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AvatarGrid, AvatarGridSkeleton } from '../../components/avatars/AvatarGrid.tsx'
import { useWornAvatars } from '../../components/avatars/useWornAvatars.ts'
import { LoadMore } from '../../components/LoadMore.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
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
  const open = (value: string | null) => {
    const next = AVATAR_LISTS.find((one) => one === value)
    change({ list: next === 'all' ? undefined : next, sort: undefined, status: undefined })
  }
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <RouteButton to="/avatars/new" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('new')}
        </RouteButton>
      </Group>
      <WornPanel worn={worn} />
      <Tabs value={list} onChange={open}>
        <Tabs.List aria-label={t('lists.label')}>
          {AVATAR_LISTS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`lists.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={list} pt="md">
          <Stack gap="md">
            <AvatarFilters list={list} search={search} onChange={change} />
            <AvatarList list={list} search={search} worn={worn} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
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
  if (refusal && !avatars) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!avatars) return <AvatarGridSkeleton />
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {avatars.totalCount === 0 ? t(`empty.${list}`) : t('count', { count: avatars.totalCount })}
        </Text>
        {list === 'favorites' && (
          <RouteLink to="/favorites" search={{ kind: 'avatars' }} size="sm">
            {t('groups')}
          </RouteLink>
        )}
      </Group>
      <AvatarGrid avatars={avatars.edges.map(({ node }) => node)} worn={worn} />
      <LoadMore pageInfo={avatars.pageInfo} onMore={loadMore} />
    </Stack>
  )
}
