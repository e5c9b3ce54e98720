"""Sealed text, the construction of docs/contributing/decisions/0039-sealed-text.md, with the package cryptography (https://cryptography.io).

keys is a dict of names and bytes, and the first key writes. SealedTextDocTest runs this file on the vectors beside it, and
on random ids.
"""

import hmac, uuid
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"

def aes(key, prefix, bits):
    info = f"hibernate-idgen/seal/1/{bits}/{prefix}\x01".encode()
    return Cipher(algorithms.AES(hmac.digest(key, info, "sha256")[:len(key)]), modes.ECB())

def seal(keys, prefix, id):                 # id: an int, or a uuid.UUID
    name, key = next(iter(keys.items()))
    bits = 64 if isinstance(id, int) else 128
    block = id.to_bytes(8, "big", signed=True) + bytes(8) if bits == 64 else id.bytes
    number = int.from_bytes(aes(key, prefix, bits).encryptor().update(block), "big")
    return prefix + name + "".join(ALPHABET[number >> 5 * i & 31] for i in range(25, -1, -1))

def unseal(keys, prefix, bits, text):       # bits: 64 for a number, 128 for a GUID
    name, digits = text[len(prefix):-26].lower(), text[-26:].lower()
    if not text.startswith(prefix) or not text[len(prefix):].isascii() or name not in keys or len(digits) < 26:
        raise ValueError("not sealed for this prefix, or with another key")
    number = sum(ALPHABET.index(digit) << 5 * i for i, digit in enumerate(reversed(digits)))
    if number >> 128:
        raise ValueError("not sealed text")
    block = aes(keys[name], prefix, bits).decryptor().update(number.to_bytes(16, "big"))
    if bits == 64 and any(block[8:]):
        raise ValueError("not sealed for this prefix")
    return int.from_bytes(block[:8], "big", signed=True) if bits == 64 else uuid.UUID(bytes=block)
