import { invalid } from '../../kernel/failure.ts'

const refusal = (message: string) => invalid('file', message)

export const noPicture = () => refusal('The file is not a picture; png, jpeg, gif, webp and tiff are taken.')
export const broken = () => refusal('The picture is damaged and can not be read.')
export const tooSlow = () => refusal('The picture takes too long to read.')
export const tooLarge = () => refusal('The picture has too many pixels.')
export const tooSmall = (least: number) => refusal(`The picture needs at least ${least} pixels on each side.`)
export const tooNarrow = (least: number, most: number) =>
  refusal(`The picture is too narrow: scaled to ${most} pixels, its shorter side has less than ${least}.`)
export const notSquare = () => refusal('The picture must be as wide as it is high.')
