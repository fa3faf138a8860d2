import { useTranslation } from 'react-i18next'
import type { ConsoleTemplatesQuery, InventoryItemType } from '../../../generated/graphql.ts'
import { request } from '../../../graph/request.ts'
import { CatalogueDialog } from './CatalogueDialog.tsx'
import type { CatalogueFieldSpec, CatalogueValues } from './CatalogueField.tsx'
import type { Edited } from './CatalogueTable.tsx'
import { CREATE_TEMPLATE, UPDATE_TEMPLATE } from './documents.ts'
import { useTemplateChoices } from './useTemplateChoices.ts'
import { flagOf, given, listOf, oneOf, someOf, textOf } from './values.ts'

export type Template = ConsoleTemplatesQuery['inventoryTemplates']['edges'][number]['node']

const TYPES = ['PROP', 'EMOJI', 'STICKER', 'DRONE_SKIN', 'PORTAL_SKIN', 'WARP_EFFECT', 'BUNDLE'] as const
const STATUSES = ['DRAFT', 'LIVE', 'RETIRED'] as const
const FLAGS = [
  ...(['ARCHIVABLE', 'CLONEABLE', 'CONSUMABLE', 'EQUIPPABLE'] as const),
  ...(['INSTANTIATABLE', 'TRASHABLE', 'UNIQUE'] as const),
]

/** The field that says what an item of a kind is. */
const CONTENT = {
  PROP: 'propId',
  EMOJI: 'fileId',
  STICKER: 'fileId',
  DRONE_SKIN: 'assetBundleId',
  PORTAL_SKIN: 'assetBundleId',
  WARP_EFFECT: 'assetBundleId',
  BUNDLE: 'bundledTemplateIds',
} as const satisfies Record<InventoryItemType, string>

const NEW: CatalogueValues = {
  ...{ itemType: 'PROP', name: '', description: '', imageUrl: '', status: 'DRAFT', flags: [], tags: [] },
  ...{ collections: [], isGlobal: false, isQuantifiable: false, bundledTemplateIds: [] },
  ...{ fileId: '', propId: '', assetBundleId: '' },
}

const valuesOf = (template: Template): CatalogueValues => ({
  ...NEW,
  ...{ itemType: template.itemType, name: template.name, description: template.description ?? '' },
  ...{ imageUrl: template.imageUrl ?? '', status: template.status, flags: template.flags, tags: template.tags },
  ...{ collections: template.collections, isGlobal: template.isGlobal },
  bundledTemplateIds: template.bundledTemplates.map(({ id }) => id),
})

/** What is sent of a template; what its items are only where that was entered, as it cannot be taken away. */
function inputOf(values: CatalogueValues) {
  const itemType = oneOf(TYPES, textOf(values, 'itemType'))
  const content = CONTENT[itemType]
  return {
    name: textOf(values, 'name'),
    description: textOf(values, 'description'),
    status: oneOf(STATUSES, textOf(values, 'status')),
    flags: someOf(FLAGS, listOf(values, 'flags')),
    tags: listOf(values, 'tags'),
    collections: listOf(values, 'collections'),
    isGlobal: flagOf(values, 'isGlobal'),
    ...given({ imageUrl: textOf(values, 'imageUrl') }),
    ...(content === 'bundledTemplateIds'
      ? { bundledTemplateIds: listOf(values, content) }
      : given({ [content]: textOf(values, content) })),
  }
}

function send(templateId: string | undefined, values: CatalogueValues): Promise<unknown> {
  const input = inputOf(values)
  if (templateId !== undefined) return request(UPDATE_TEMPLATE, { input: { templateId, ...input } })
  const itemType = oneOf(TYPES, textOf(values, 'itemType'))
  const isQuantifiable = flagOf(values, 'isQuantifiable')
  return request(CREATE_TEMPLATE, { input: { itemType, isQuantifiable, ...input } })
}

/** The fields of a template, whose kind never changes. */
function useFields(template: Template | undefined) {
  const { t } = useTranslation(['staffCatalogue', 'inventory'])
  const bundled = useTemplateChoices(template?.bundledTemplates)
  const types = TYPES.map((value) => ({ value, label: t(`inventory:types.${value}`) }))
  const statuses = STATUSES.map((value) => ({ value, label: t(`staffCatalogue:templates.statuses.${value}`) }))
  const flags = FLAGS.map((value) => ({ value, label: t(`staffCatalogue:templates.flags.${value}`) }))
  return (values: CatalogueValues): readonly CatalogueFieldSpec[] => {
    const content = CONTENT[oneOf(TYPES, textOf(values, 'itemType'))]
    return [
      { name: 'itemType', kind: 'select', isFixed: template !== undefined, choices: types },
      { name: 'name', kind: 'text', isRequired: true },
      { name: 'description', kind: 'area' },
      content === 'bundledTemplateIds'
        ? { name: content, kind: 'multi', choices: bundled }
        : { name: content, kind: 'text' },
      { name: 'imageUrl', kind: 'text' },
      { name: 'status', kind: 'select', choices: statuses },
      { name: 'flags', kind: 'multi', choices: flags },
      { name: 'tags', kind: 'words' },
      { name: 'collections', kind: 'words' },
      { name: 'isGlobal', kind: 'switch' },
      ...(template ? [] : [{ name: 'isQuantifiable' as const, kind: 'switch' as const }]),
    ]
  }
}

interface TemplateDialogProps {
  readonly edited: Edited<Template>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The form of a template of items. */
export function TemplateDialog({ edited, onClose, onDone }: TemplateDialogProps) {
  const { t } = useTranslation('staffCatalogue')
  const template = edited === 'new' ? undefined : edited
  const fields = useFields(template)
  return (
    <CatalogueDialog
      title={template?.name ?? t('new.templates')}
      text={t('templates.text')}
      fields={fields}
      initialValues={template ? valuesOf(template) : NEW}
      onSend={(values) => send(template?.id, values)}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
