import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { formatNumber } from '../../../formats.ts'
import type { ConsoleWinnerChoicesQuery, JamEntryFragment, JamState } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { fieldPath } from '../../../graph/fieldPath.ts'
import type { Panel as ReadPanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { JAM_ENTRY, JAM_WINNERS } from '../../jam/documents.ts'
import { OrderedSelect } from '../../selling/stores/OrderedSelect.tsx'
import { SET_WINNERS } from './documents.ts'

interface WinnersFormProps {
  readonly jam: FragmentType<typeof JAM_WINNERS> & { readonly id: string }
  readonly state: JamState
  /** The entries that can win, those with the highest scores first. */
  readonly read: ReadPanel<ConsoleWinnerChoicesQuery>
  readonly onChange: () => void
}

/** States in which winners can be selected. */
const STATES: readonly JamState[] = ['SUBMISSIONS_CLOSED', 'WINNERS_SELECTED']

/** Chooses the winners of a jam, the first place first. */
export function WinnersForm({ jam, state, read, onChange }: WinnersFormProps) {
  const { t } = useTranslation('staffJams')
  const set = useAct(SET_WINNERS)
  const winners = getFragmentData(
    JAM_ENTRY,
    getFragmentData(JAM_WINNERS, jam).winners.edges.map(({ node }) => node),
  )
  const choices = useChoices({ jamId: jam.id, read, winners })
  const edit = useEditForm(
    { name: 'winners', current: { submissionIds: winners.map(({ id }) => id) } },
    async ({ submissionIds = [] }) => {
      await set.attempt({ input: { jamId: jam.id, submissionIds } })
      onChange()
    },
  )
  const props = edit.form.getInputProps('submissionIds')
  if (!STATES.includes(state))
    return (
      <Panel title={t('winners.title')}>
        <Text size="sm" c="dimmed">
          {state === 'CLOSED' ? t('winners.over') : t('winners.early')}
        </Text>
      </Panel>
    )
  return (
    <Panel title={t('winners.title')} isLoading={choices.isLoading} refusal={choices.refusal} onRetry={choices.reload}>
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t('winners.text')}</Text>
          <OrderedSelect
            label={t('winners.label')}
            items={choices.items}
            chosen={edit.form.values.submissionIds}
            onChange={(ids) => edit.form.setFieldValue('submissionIds', ids)}
            texts={{ add: t('winners.add'), empty: t('winners.none'), none: t('winners.noMatch') }}
            error={props.error}
            {...fieldPath(props)}
          />
          {choices.pageInfo && <LoadMore pageInfo={choices.pageInfo} onMore={choices.readMore} />}
          <EditFormFooter edit={edit} labelOf={() => t('winners.title')} />
        </Stack>
      </form>
    </Panel>
  )
}

interface ChoicesOf extends Pick<WinnersFormProps, 'read'> {
  readonly jamId: string
  readonly winners: readonly JamEntryFragment[]
}

/** The entries that can win, with present winners among them. */
function useChoices({ jamId, read: { data, refusal, reload, fetchMore }, winners }: ChoicesOf) {
  const { t, i18n } = useTranslation('staffJams')
  const found = getFragmentData(JAM_ENTRY, data?.jam?.choices.edges.map(({ node }) => node) ?? [])
  const entries = [...winners.filter(({ id }) => !found.some((one) => one.id === id)), ...found]
  const nameOf = ({ content, submitter, ratingScore }: JamEntryFragment) =>
    t('winners.choice', {
      name: content?.name ?? t('winners.gone'),
      author: submitter?.displayName ?? t('winners.gone'),
      score: formatNumber(i18n.language, ratingScore ?? 0),
    })
  return {
    items: entries
      .toSorted((one, other) => (other.ratingScore ?? 0) - (one.ratingScore ?? 0))
      .map((entry) => ({ id: entry.id, name: nameOf(entry) })),
    isLoading: !data && !refusal,
    refusal: data ? null : refusal,
    reload,
    pageInfo: data?.jam?.choices.pageInfo,
    readMore: (more: string) => fetchMore({ jamId, more }),
  }
}
