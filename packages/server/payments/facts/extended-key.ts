import { HDKey } from '@scure/bip32'

/** Version bytes of extended keys by their first letter (SLIP 132); xpub and zpub encode the same key. */
export const keyVersions = {
  x: { private: 0x0488ade4, public: 0x0488b21e },
  z: { private: 0x04b2430c, public: 0x04b24746 },
  t: { private: 0x04358394, public: 0x043587cf },
  v: { private: 0x045f18bc, public: 0x045f1cf6 }
} as const

/** Reads an extended key in any of its spellings; throws when the text is not one. */
export function readExtendedKey(text: string): HDKey {
  const version = Object.entries(keyVersions).find(([letter]) => letter === text[0])?.[1]
  return HDKey.fromExtendedKey(text, version)
}
