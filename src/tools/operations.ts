import { contract } from '../contract/index.ts'

/** Prints the names of all operations that the contract serves, separated by commas. */
console.log(Object.keys(contract).join(','))
