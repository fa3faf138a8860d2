import { useTranslation } from 'react-i18next'
import type { ConsoleDropsQuery } from '../../../generated/graphql.ts'
import { request } from '../../../graph/request.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import type { CatalogueFieldSpec, CatalogueValues } from './CatalogueField.tsx'
import type { Edited } from './CatalogueTable.tsx'
import { CREATE_DROP, UPDATE_DROP } from './documents.ts'
import { useTemplateChoices } from './useTemplateChoices.ts'
import { fieldTime, flagOf, given, listOf, oneOf, textOf, timeOf } from './values.ts'

type Drops = NonNullable<ConsoleDropsQuery['viewer']>['inventoryDrops']
export type Drop = Drops['edges'][number]['node']

const TARGETS = ['EVERYONE', 'SUPPORTERS', 'GROUP'] as const

const NEW: CatalogueValues = {
  ...{ name: '', templateIds: [], startsAt: '', endsAt: '', itemsExpireAt: '', target: 'EVERYONE', groupId: '' },
  ...{ tags: [], isDisabled: false, notice: { title: '', body: '', imageUrl: '' } },
}

const valuesOf = (drop: Drop): CatalogueValues => ({
  name: drop.name,
  templateIds: drop.templates.map(({ id }) => id),
  startsAt: fieldTime(drop.startsAt),
  endsAt: fieldTime(drop.endsAt),
  itemsExpireAt: fieldTime(drop.itemsExpireAt),
  target: drop.target,
  groupId: drop.group?.id ?? '',
  tags: drop.tags,
  isDisabled: drop.isDisabled,
  notice: {
    title: drop.notice?.title ?? '',
    body: drop.notice?.body ?? '',
    imageUrl: drop.notice?.imageUrl ?? '',
  },
})

/** What a drop tells who gets it; null where nothing was entered. */
function noticeOf(values: CatalogueValues) {
  const notice: CatalogueValues = { ...Object(values.notice) }
  const [title, body, imageUrl] = ['title', 'body', 'imageUrl'].map((name) => textOf(notice, name))
  return title || body || imageUrl ? { title: title ?? '', ...given({ body, imageUrl }) } : null
}

/** A missing time is sent as it is, so that the server says that it is missing. */
const inputOf = (values: CatalogueValues) => {
  const target = oneOf(TARGETS, textOf(values, 'target'))
  return {
    name: textOf(values, 'name'),
    templateIds: listOf(values, 'templateIds'),
    startsAt: timeOf(values, 'startsAt') ?? '',
    endsAt: timeOf(values, 'endsAt') ?? '',
    itemsExpireAt: timeOf(values, 'itemsExpireAt') ?? null,
    target,
    ...(target === 'GROUP' && given({ groupId: textOf(values, 'groupId') })),
    tags: listOf(values, 'tags'),
    isDisabled: flagOf(values, 'isDisabled'),
    notice: noticeOf(values),
  }
}

const send = (dropId: string | undefined, values: CatalogueValues): Promise<unknown> =>
  dropId === undefined
    ? request(CREATE_DROP, { input: inputOf(values) })
    : request(UPDATE_DROP, { input: { dropId, ...inputOf(values) } })

function useFields(drop: Drop | undefined) {
  const { t } = useTranslation('staffCatalogue')
  const templates = useTemplateChoices(drop?.templates)
  const targets = TARGETS.map((value) => ({ value, label: t(`drops.targets.${value}`) }))
  return (values: CatalogueValues): readonly CatalogueFieldSpec[] => [
    { name: 'name', kind: 'text', isRequired: true },
    { name: 'templateIds', kind: 'multi', isRequired: true, choices: templates },
    { name: 'startsAt', kind: 'time', isRequired: true },
    { name: 'endsAt', kind: 'time', isRequired: true },
    { name: 'itemsExpireAt', kind: 'time' },
    { name: 'target', kind: 'select', choices: targets },
    ...(textOf(values, 'target') === 'GROUP'
      ? [{ name: 'groupId' as const, kind: 'text' as const, isRequired: true }]
      : []),
    { name: 'tags', kind: 'words' },
    { name: 'notice.title', kind: 'text' },
    { name: 'notice.body', kind: 'area' },
    { name: 'notice.imageUrl', kind: 'text' },
    { name: 'isDisabled', kind: 'switch' },
  ]
}

interface DropDialogProps {
  readonly edited: Edited<Drop>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The form of a drop. */
export function DropDialog({ edited, onClose, onDone }: DropDialogProps) {
  const { t } = useTranslation('staffCatalogue')
  const drop = edited === 'new' ? undefined : edited
  const fields = useFields(drop)
  return (
    <CatalogueDialog
      title={drop?.name ?? t('new.drops')}
      text={t('drops.text')}
      fields={fields}
      initialValues={drop ? valuesOf(drop) : NEW}
      onSend={(values) => send(drop?.id, values)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
