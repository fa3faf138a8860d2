import { MultiSelect, NativeSelect, NumberInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GraphForm } from '../../../graph/useGraphForm.ts'

/** A form of the catalogue: values by the names of the fields of its input, nested as they are. */
export type CatalogueValues = Record<string, unknown>

interface Choice {
  readonly value: string
  readonly label: string
}

export type FieldName = keyof typeof FIELD_TEXTS

/** The texts of the fields, by their paths in the input. */
export const FIELD_TEXTS = {
  slug: 'slug',
  description: 'description',
  tokens: 'tokens',
  amount: 'amount',
  priceTokens: 'priceTokens',
  imageUrl: 'imageUrl',
  isActive: 'isActive',
  period: 'period',
  tier: 'tier',
  licenseGroupId: 'licenseGroupId',
  steamItemId: 'steamItemId',
  oculusSku: 'oculusSku',
  picoSku: 'picoSku',
  appleProductId: 'appleProductId',
  googleProductId: 'googleProductId',
  googlePlanId: 'googlePlanId',
  name: 'name',
  code: 'code',
  templateIds: 'templateIds',
  quantity: 'quantity',
  planId: 'planId',
  subscriptionDays: 'subscriptionDays',
  badgeIds: 'badgeIds',
  permissionIds: 'permissionIds',
  maxRedemptions: 'maxRedemptions',
  beginsAt: 'beginsAt',
  endsAt: 'endsAt',
  startsAt: 'startsAt',
  itemsExpireAt: 'itemsExpireAt',
  itemType: 'itemType',
  status: 'status',
  flags: 'flags',
  tags: 'tags',
  collections: 'collections',
  isGlobal: 'isGlobal',
  isQuantifiable: 'isQuantifiable',
  bundledTemplateIds: 'bundledTemplateIds',
  fileId: 'fileId',
  propId: 'propId',
  assetBundleId: 'assetBundleId',
  target: 'target',
  groupId: 'groupId',
  isDisabled: 'isDisabled',
  'notice.title': 'noticeTitle',
  'notice.body': 'noticeBody',
  'notice.imageUrl': 'noticeImageUrl',
} as const

/** A field of a form of the catalogue. */
export interface CatalogueFieldSpec {
  readonly name: FieldName
  readonly kind: 'text' | 'area' | 'number' | 'money' | 'switch' | 'select' | 'multi' | 'words' | 'time'
  readonly isRequired?: boolean
  /** Whether it can only be read. */
  readonly isFixed?: boolean
  /** Of a field in which something is chosen. */
  readonly choices?: readonly Choice[]
}

interface CatalogueFieldProps {
  readonly field: CatalogueFieldSpec
  readonly form: GraphForm<CatalogueValues>['form']
}

/** A field of a form of the catalogue, with what is wrong with it. */
export function CatalogueField({ field, form }: CatalogueFieldProps) {
  const { t } = useTranslation('staffCatalogue')
  const { name, kind, isRequired = false, isFixed = false, choices = [] } = field
  const props = {
    label: t(`fields.${FIELD_TEXTS[name]}`),
    withAsterisk: isRequired,
    disabled: isFixed,
    ...form.getInputProps(name),
  }
  if (kind === 'area') return <Textarea autosize minRows={2} maxRows={12} {...props} />
  if (kind === 'number') return <NumberInput clampBehavior="none" allowDecimal={false} {...props} />
  if (kind === 'money') return <NumberInput clampBehavior="none" decimalScale={2} fixedDecimalScale {...props} />
  if (kind === 'select') return <NativeSelect data={[...choices]} {...props} />
  if (kind === 'multi')
    return (
      <MultiSelect searchable data={[...choices]} nothingFoundMessage={t('noChoice')} hidePickedOptions {...props} />
    )
  if (kind === 'words') return <TagsInput {...props} />
  if (kind === 'switch') {
    const { withAsterisk: _asterisk, ...others } = props
    return <Switch {...others} {...form.getInputProps(name, { type: 'checkbox' })} />
  }
  return <TextInput {...(kind === 'time' && { type: 'datetime-local' })} {...props} />
}
