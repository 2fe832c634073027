"""Pages on which people act: their keys, the forms of acts, preparing and handing in.

``keys``      A minha chave: whose key it is, and its state in words
``acts``      the list of acts, the form of each, what is prepared and what is handed in
``forms``     a form of any kind, from the vocabulary; what was typed, as its payload
``entitled``  who may say a kind, from the matrix; "Ato impedido" and whose it is
"""
