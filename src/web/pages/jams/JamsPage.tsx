import { Group, NativeSelect, Stack, Tabs, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { JamList } from './JamList.tsx'
import { JAM_LISTS, JAM_TYPES, type JamSearch } from './search.ts'

/** Contests of worlds and avatars: those that are on, to come, and over. */
export function JamsPage() {
  const { t } = useTranslation('jams')
  const search = useSearch({ from: '/shell/jams' })
  const navigate = useNavigate({ from: '/jams' })
  const change = (changed: JamSearch) => void navigate({ search: { ...search, ...changed }, replace: true })
  const list = search.list ?? 'running'
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Tabs value={list} onChange={(value) => change({ list: JAM_LISTS.find((one) => one === value) })}>
        <Tabs.List aria-label={t('lists.label')}>
          {JAM_LISTS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`lists.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={list} pt="md">
          <Stack gap="md">
            <Group>
              <NativeSelect
                label={t('type')}
                value={search.type ?? ''}
                data={[
                  { value: '', label: t('allTypes') },
                  ...JAM_TYPES.map((value) => ({ value, label: t(`types.${value}`) })),
                ]}
                onChange={({ currentTarget: { value } }) => change({ type: JAM_TYPES.find((one) => one === value) })}
              />
            </Group>
            <JamList key={list} list={list} type={search.type} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
