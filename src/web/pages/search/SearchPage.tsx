import { Stack, Tabs, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { AvatarResults } from './AvatarResults.tsx'
import { EventResults } from './EventResults.tsx'
import { GroupResults } from './GroupResults.tsx'
import { PeopleResults } from './PeopleResults.tsx'
import { SEARCH_KINDS, type SearchKind, type SearchWords } from './search.ts'
import { WorldResults } from './WorldResults.tsx'

const RESULTS: Readonly<Record<SearchKind, typeof PeopleResults>> = {
  people: PeopleResults,
  worlds: WorldResults,
  groups: GroupResults,
  avatars: AvatarResults,
  events: EventResults,
}

/** In all kinds a few of each are shown, in one kind page after page. */
const FEW = 6
const MANY = 24

/** People, worlds, groups, avatars and events by a few words. */
export function SearchPage() {
  const { t } = useTranslation('search')
  const { text = '', kind } = useSearch({ from: '/shell/search' })
  const navigate = useNavigate({ from: '/search' })
  const change = (search: SearchWords) => void navigate({ search, replace: true })
  const kinds = kind ? [kind] : SEARCH_KINDS
  return (
    <Stack gap="md">
      <PageTitle>{t('pageTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <SearchField
        label={t('field')}
        value={text}
        onChange={(words) => change({ text: words || undefined, kind })}
        autoFocus
      />
      <Tabs
        value={kind ?? 'all'}
        onChange={(value) => change({ text: text || undefined, kind: SEARCH_KINDS.find((one) => one === value) })}
      >
        <Tabs.List aria-label={t('kinds.label')}>
          <Tabs.Tab value="all">{t('kinds.all')}</Tabs.Tab>
          {SEARCH_KINDS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`kinds.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind ?? 'all'} pt="md">
          {text === '' ? (
            <Text size="sm">{t('hint')}</Text>
          ) : (
            <Stack gap="md">
              {kinds.map((one) => {
                const Results = RESULTS[one]
                return <Results key={one} text={text} first={kind ? MANY : FEW} />
              })}
            </Stack>
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}
