import { Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
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

const TABS = ['all', ...SEARCH_KINDS] as const

/** In all kinds a few of each are shown, in one kind page after page. */
const FEW = 6
const MANY = 24

/** People, worlds, groups, avatars and events by a few words. */
export function SearchPage() {
  const { t } = useTranslation('search')
  const { text = '', kind } = useSearch({ from: '/shell/search' })
  const navigate = useNavigate({ from: '/search' })
  const change = (search: SearchWords) => void navigate({ search, replace: true })
  const tabs = TABS.map((name) => ({ name, label: t(`kinds.${name}`) }))
  const kinds = kind ? [kind] : SEARCH_KINDS
  return (
    <Stack gap="md">
      <PageHead title={t('title')} windowTitle={t('pageTitle')} />
      <SearchField
        label={t('field')}
        value={text}
        onChange={(words) => change({ text: words || undefined, kind })}
        autoFocus
      />
      <PageTabs
        label={t('kinds.label')}
        tabs={tabs}
        active={kind ?? 'all'}
        onOpen={(next) => change({ text: text || undefined, kind: next === 'all' ? undefined : next })}
      >
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
      </PageTabs>
    </Stack>
  )
}
