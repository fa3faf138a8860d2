import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ImageInput } from '../../../components/economy/ImageInput.tsx'
import type { DurationUnit, ListingType } from '../../../generated/graphql.ts'
import { isRepeated, isTimed, type ListingValues } from './values.ts'

const UNITS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const satisfies readonly DurationUnit[]

type Form = Pick<UseFormReturnType<ListingValues>, 'getInputProps' | 'values'>

interface ListingFieldsProps {
  readonly form: Form
  readonly type: ListingType
  /** The picture that the server has; null for none. */
  readonly pictureUrl: string | null
}

/** The fields of a listing but those of its products and variants, as far as its type has a use for them. */
export function ListingFields({ form, type, pictureUrl }: ListingFieldsProps) {
  const { t } = useTranslation('selling')
  return (
    <Stack>
      <TextInput label={t('fields.displayName')} required {...form.getInputProps('displayName')} />
      <TextInput label={t('fields.subtitle')} {...form.getInputProps('subtitle')} />
      <ImageInput
        label={t('fields.imageId')}
        description={t('fields.listingImageHint')}
        pictureUrl={pictureUrl}
        {...form.getInputProps('imageId')}
      />
      <Textarea label={t('fields.description')} autosize minRows={3} {...form.getInputProps('description')} />
      <PriceFields form={form} />
      {isTimed(type) && <DurationFields form={form} />}
      <SaleFields form={form} type={type} />
      <TagsInput label={t('fields.tags')} description={t('fields.tagsHint')} {...form.getInputProps('tags')} />
    </Stack>
  )
}

function PriceFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation('selling')
  return (
    <Group gap="sm" align="start" grow preventGrowOverflow={false}>
      <NumberInput label={t('fields.price')} required allowDecimal={false} {...form.getInputProps('price')} />
      <NumberInput label={t('fields.plusPrice')} allowDecimal={false} {...form.getInputProps('plusPrice')} />
    </Group>
  )
}

function DurationFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation('selling')
  return (
    <Group gap="sm" align="start">
      <NumberInput label={t('fields.duration')} allowDecimal={false} {...form.getInputProps('duration')} />
      <NativeSelect
        label={t('fields.durationUnit')}
        data={UNITS.map((value) => ({ value, label: t(`units.${value}`) }))}
        {...form.getInputProps('durationUnit')}
      />
    </Group>
  )
}

function SaleFields({ form, type }: Pick<ListingFieldsProps, 'form' | 'type'>) {
  const { t } = useTranslation('selling')
  const checkbox = { type: 'checkbox' } as const
  return (
    <>
      {isRepeated(type) && (
        <>
          <Checkbox label={t('fields.isQuantifiable')} {...form.getInputProps('isQuantifiable', checkbox)} />
          <Checkbox label={t('fields.isStackable')} {...form.getInputProps('isStackable', checkbox)} />
        </>
      )}
      <Checkbox label={t('fields.isBuyerRefundable')} {...form.getInputProps('isBuyerRefundable', checkbox)} />
      <TextInput type="datetime-local" label={t('fields.expiresAt')} {...form.getInputProps('expiresAt')} />
      <Switch
        label={t('fields.isActive')}
        description={t('fields.isActiveHint')}
        {...form.getInputProps('isActive', checkbox)}
      />
    </>
  )
}
